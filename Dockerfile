# Debian, not Alpine: Temporal's native part needs glibc.
FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# No package needs its install scripts. The native part comes for five platforms; only this machine's is kept.
RUN npm ci --omit=dev --ignore-scripts && npm cache clean --force \
  && cd node_modules/@temporalio/core-bridge/releases \
  && keep="$(node -p "process.arch === 'arm64' ? 'aarch64' : 'x86_64'")-unknown-linux-gnu" \
  && test -d "$keep" \
  && find . -mindepth 1 -maxdepth 1 ! -name "$keep" -exec rm -rf {} +

FROM node:24-bookworm-slim AS dashboard
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts && npm cache clean --force
COPY tsconfig.json ./
COPY tools/dashboard tools/dashboard
COPY src src
RUN npx vite build --config tools/dashboard/vite.config.js

FROM node:24-bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates \
  && rm -rf /var/lib/apt/lists/* \
  && install -d -o node -g node /data
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY package.json ./
COPY bin bin
COPY src src
COPY rules rules
COPY --from=dashboard /app/dist dist
ENV NODE_ENV=production TZ=UTC \
  DIALWRIGHT_HOST=0.0.0.0 \
  DIALWRIGHT_DATABASE_URL=sqlite:/data/dialwright.sqlite \
  DIALWRIGHT_RECORDINGS=/data/recordings
# Otherwise glibc keeps freed memory, for each of some twenty threads.
ENV MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=131072
# The bundle of the workflows is made here, by root, because the folder is root's: else each start would make it, with 280 MB.
RUN node --input-type=module --eval "await (await import('./src/process/workflow-bundle.ts')).bundleWorkflows()"
USER node
# Compiles the source into the image, so that no start does it.
RUN node --max-semi-space-size=4 --import ./bin/compile-cache.js --input-type=module --eval "await import('./src/main.ts')"
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.DIALWRIGHT_PORT || 3000) + '/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Server and worker in one process. To start one alone: the flags of `npm run server` and `npm run worker`.
# Most rows and histories are garbage soon. Without the option they would grow to half a gigabyte in each thread before Node frees them.
CMD ["node", "--max-semi-space-size=4", "--import", "./bin/compile-cache.js", "src/main.ts"]
