# syntax=docker/dockerfile:1
# docker build --tag meadow .
# docker buildx build --platform linux/amd64,linux/arm64 --tag registry.example/meadow:0.1.0 --push .

# Debian, because initdb of the embedded database needs a shell, and its binaries glibc. Pin the digest when you mirror it.
FROM node:24.21.0-trixie-slim AS base
WORKDIR /app

# Changes less often than the code, so its layers are reused.
FROM base AS manifests
COPY package.json package-lock.json ./
COPY packages/client/package.json packages/client/
COPY packages/embedded-postgres/package.json packages/embedded-postgres/
COPY web/package.json web/

FROM manifests AS build
RUN --mount=type=cache,target=/root/.npm npm ci --no-audit --no-fund
COPY . .
RUN node scripts/prepare.js --build

FROM manifests AS packages
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev --no-audit --no-fund

FROM base
LABEL org.opencontainers.image.title="Meadow" \
      org.opencontainers.image.description="A private journal with daily accountability" \
      org.opencontainers.image.version="0.1.0" \
      org.opencontainers.image.licenses="Apache-2.0"
RUN mkdir /data && chown 1000:1000 /data && ln -s /app/scripts/meadow.js /usr/local/bin/meadow
COPY --from=packages /app/node_modules node_modules
COPY package.json LICENSE ./
COPY scripts/meadow.js scripts/node-version.js scripts/
COPY migrations migrations
COPY --from=build /app/dist dist
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 PROBE_PORT=3001 DATA_DIR=/data
# The user `node` of the image. By number, so that Kubernetes can see that it is not root.
USER 1000:1000
VOLUME /data
EXPOSE 3000 3001
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --start-interval=1s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PROBE_PORT}/health/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/main.js"]
