# The command in a small image: docker build -t pantin . && docker run --rm -v "$PWD:/models" pantin check .
FROM python:3.13-slim AS build
WORKDIR /source
COPY pyproject.toml README.md LICENSE ./
COPY docs/pantin.1 docs/pantin.1
COPY src src
RUN python -m venv /opt/pantin && /opt/pantin/bin/pip install --no-cache-dir ".[render,draco,meshopt]"

FROM python:3.13-slim
COPY --from=build /opt/pantin /opt/pantin
RUN useradd --create-home --uid 1000 pantin && mkdir /models && chown pantin /models
USER pantin
WORKDIR /models
# Kernels are compiled once, into the image.
ENV NUMBA_CACHE_DIR=/home/pantin/.cache/numba
RUN ["/opt/pantin/bin/pantin", "warmup"]
ENTRYPOINT ["/opt/pantin/bin/pantin"]
CMD ["--help"]
