/** The code that calls a form with the values that were typed, for a shell, programs and models. */

import { useState } from 'preact/hooks';
import type { CallableFormBody } from '../../server/index.ts';
import { useLoaded } from './api.ts';

interface SnippetsProps {
  readonly form: CallableFormBody;
  readonly values: readonly (readonly [name: string, value: string])[];
}

const TOKEN = 'FIELDFARE_TOKEN';

export function Snippets({ form, values }: SnippetsProps) {
  const [shown, setShown] = useState<keyof typeof SNIPPETS>('curl');
  const [isCopied, setCopied] = useState(false);
  // Until something is typed, what has found records before.
  const { data } = useLoaded<CallableFormBody>(`/forms/${form.formId}`);
  const given = values.length > 0 ? values : Object.entries(data?.example ?? {});
  const code = SNIPPETS[shown](form.formId, given, data?.storage ?? 'storage');
  const copy = async () => {
    await navigator.clipboard.writeText(code);
    setCopied(true);
  };
  return (
    <>
      <h3>The same from a program</h3>
      <div class="line">
        {(Object.keys(SNIPPETS) as (keyof typeof SNIPPETS)[]).map((name) => (
          <button
            key={name}
            type="button"
            class="small"
            aria-pressed={shown === name}
            onClick={() => {
              setShown(name);
              setCopied(false);
            }}
          >
            {name}
          </button>
        ))}
        <a href={`/forms/${form.formId}/openapi.json`}>OpenAPI</a>
        <a href={`/forms/${form.formId}/schema.json`}>JSON Schema</a>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
      <section class="snippet" tabIndex={0} aria-label={`${shown} code`}>
        <pre>{code}</pre>
      </section>
      <p class="line">
        <button type="button" class="small" onClick={copy}>
          Copy
        </button>
        <span role="status">{isCopied ? 'Copied.' : ''}</span>
        <small>{TOKEN} is the token of this server, which it prints when it starts.</small>
      </p>
    </>
  );
}

type Values = SnippetsProps['values'];

const addressOf = (id: string, values: Values): string =>
  `${location.origin}/forms/${id}/query?${new URLSearchParams(values.map(([name, value]) => [name, value]))}`;
const objectOf = (values: Values): string => JSON.stringify(Object.fromEntries(values));
/** Quotes for a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const SNIPPETS = {
  curl: (id: string, values: Values) =>
    `curl -H "Authorization: Bearer $${TOKEN}" '${addressOf(id, values)}'`,
  Python: (id: string, values: Values) => `import json, os, urllib.request

request = urllib.request.Request(
    ${JSON.stringify(addressOf(id, values))},
    headers={"Authorization": "Bearer " + os.environ["${TOKEN}"]},
)
for record in json.load(urllib.request.urlopen(request))["records"]:
    print(record["title"], record["fields"])`,
  JavaScript: (id: string, values: Values) => `const response = await fetch(
  ${JSON.stringify(addressOf(id, values))},
  { headers: { authorization: \`Bearer \${process.env.${TOKEN}}\` } },
);
const { records } = await response.json();
console.table(records.map(({ title, fields }) => ({ title, ...fields })));`,
  'Command line': (id: string, values: Values, storage: string) =>
    `fieldfare query ${id} ${values.map((pair) => quoted(pair.join('='))).join(' ')} --storage ${quoted(storage)}`,
  'MCP configuration': (_id: string, _values: Values, storage: string) => {
    const fieldfare = { command: 'fieldfare', args: ['mcp', '--storage', storage] };
    return JSON.stringify({ mcpServers: { fieldfare } }, undefined, 2);
  },
  'MCP call': (id: string, values: Values) => `query_form {"form": "${id}", "values": ${objectOf(values)}}`,
};
