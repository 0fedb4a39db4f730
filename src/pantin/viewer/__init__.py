"""Images and animations drawn on the CPU, and the viewer page for the browser."""
