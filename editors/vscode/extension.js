// Starts `pantin lsp` for Rigy sources. Everything else is in the server.
const vscode = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");

let client;

function activate(context) {
  const [command, ...args] = vscode.workspace.getConfiguration("pantin").get("command");
  client = new LanguageClient(
    "pantin",
    "Rigy",
    { command, args, transport: TransportKind.stdio },
    { documentSelector: [{ language: "rigy" }] },
  );
  context.subscriptions.push(
    vscode.commands.registerCommand("pantin.showPreview", () => {
      const editor = vscode.window.activeTextEditor;
      // The server answers with the address, and asks the editor to open it.
      return editor && vscode.commands.executeCommand("pantin.preview", editor.document.uri.toString());
    }),
  );
  return client.start();
}

function deactivate() {
  return client && client.stop();
}

module.exports = { activate, deactivate };
