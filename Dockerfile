# Fieldfare with a browser: docker build -t fieldfare . && docker run -p 4020:4020 -v fieldfare:/data fieldfare
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build && npm prune --omit=dev --ignore-scripts

FROM node:24-bookworm-slim
RUN apt-get update \
  && apt-get install --yes --no-install-recommends ca-certificates chromium-headless-shell fonts-noto-core tini \
  && rm -rf /var/lib/apt/lists/* \
  && useradd --create-home --uid 10001 fieldfare \
  && install --directory --owner fieldfare /data
WORKDIR /app
COPY --from=build /app/package.json /app/CHANGELOG.md /app/LICENSE ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY --from=build /app/models models
COPY --from=build /app/domains domains
COPY --from=build /app/datasets datasets
COPY --from=build /app/docs docs
COPY --from=build /app/src/setup/bin.mjs /app/src/setup/node-version.mjs src/setup/
ENV NODE_ENV=production
# By its number: Kubernetes cannot tell from a name that it is not root.
USER 10001
WORKDIR /data
VOLUME /data
EXPOSE 4020
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:4020/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["tini", "--", "node", "/app/src/setup/bin.mjs"]
CMD ["serve", "--host", "0.0.0.0"]
