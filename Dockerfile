# Serves the Pet Store on port 4010. For another API: docker run -v ./openapi.yaml:/openapi.yaml stablehand /openapi.yaml
FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Not npm ci, which rejects a lock file that lacks the binaries of some platforms.
RUN npm install
COPY . .
RUN npm run build

FROM node:24-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# ioredis, for --store redis://…, is an optional peer dependency and has to be added.
RUN npm install --omit=dev && npm install --no-save --omit=dev "ioredis@$(node -p "require('./package.json').devDependencies.ioredis")"

FROM node:24-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=dependencies /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY package.json ./
# For --state /data/world.json.
RUN install -d -o node -g node /data
VOLUME /data
USER node
EXPOSE 4010
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:4010/_mock/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "dist/cli.js", "mock", "--host", "0.0.0.0"]
