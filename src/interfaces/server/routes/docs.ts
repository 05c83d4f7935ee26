/** Serves `/openapi.json`, and a page for people that is made of it. */

import { html, htmlPage, type Markup } from '../../../reports/index.ts';
import { VERSION } from '../../../version.ts';
import type { App } from '../server-parts.ts';

interface Operation {
  readonly summary?: string;
  readonly description?: string;
  readonly security?: readonly object[];
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly description?: string;
    readonly schema?: { readonly type?: string | readonly string[]; readonly enum?: readonly string[] };
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: object }>> };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: object }>>;
}

/** Describes the refusals of any request: 400, 403, 405, 413, 431, 500. */
const ANY_PROBLEM = {
  description:
    'A request that no route takes, a value out of bounds, a host or origin that may not ask, a fault of the server',
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
};

/** Long names break where a phone ends. */
const STYLES =
  'td, th, p, pre, code, h2 { overflow-wrap: anywhere; } td { white-space: normal; } pre { white-space: pre-wrap; } @media (max-width: 30rem) { td, th { padding: 0.4rem 0.2rem; } }';

export function addDocsRoutes(app: App): void {
  const info = {
    title: 'Fieldfare',
    version: VERSION,
    description: 'Harvests the hidden web; reads what was found.',
  };
  const document = { openapi: '3.1.0', info, security: [{ token: [] }, {}] };
  app.get('/openapi.json', (c) => {
    const described = app.getOpenAPI31Document(document);
    for (const item of Object.values(described.paths ?? {}))
      for (const operation of Object.values(item as Readonly<Record<string, { responses: object }>>))
        Object.assign(operation.responses, { default: ANY_PROBLEM });
    return c.json(described);
  });
  app.get('/docs', (c) => {
    const { paths = {} } = app.getOpenAPI31Document(document);
    const operations = Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item as Readonly<Record<string, Operation>>).map(([method, one]) =>
        operationOf(`${method.toUpperCase()} ${path}`, one),
      ),
    );
    const body = html`<main><h1>Fieldfare ${VERSION}: the API</h1>
<p>For programs: <a href="/openapi.json">openapi.json</a>. What acts needs the header <code>Authorization: Bearer TOKEN</code>.</p>
${operations}</main>`;
    return c.html(htmlPage({ title: 'Fieldfare: the API', body, styles: STYLES }));
  });
}

function operationOf(name: string, { summary, description, ...operation }: Operation): Markup {
  const { security, parameters = [], requestBody, responses } = operation;
  const rows = parameters.map(
    ({ name: parameter, in: place, required, schema, description: what }) =>
      html`<tr><td><code>${parameter}</code></td><td>${place}${required === true ? ', required' : ''}</td><td>${
        schema?.enum?.join(', ') ?? String(schema?.type ?? '')
      }</td><td>${what}</td></tr>`,
  );
  const answers = Object.entries(responses).map(
    ([status, answer]) =>
      html`<tr><td>${status}</td><td>${answer.description}</td><td>${Object.keys(answer.content ?? {}).join(', ')}</td></tr>`,
  );
  const bodies = Object.entries(requestBody?.content ?? {}).map(
    ([type, { schema }]) => html`<p>Body: ${type}</p><pre>${JSON.stringify(schema, undefined, 1)}</pre>`,
  );
  return html`<section><h2><code>${name}</code></h2>
<p>${summary}${security !== undefined && ' (token needed)'}</p>${description !== undefined && html`<p>${description}</p>`}
${rows.length > 0 && html`<table><tr><th>Parameter</th><th>In</th><th>Type</th><th>Meaning</th></tr>${rows}</table>`}
${bodies}<table><tr><th>Status</th><th>Answer</th><th>As</th></tr>${answers}</table></section>`;
}
