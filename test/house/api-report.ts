/**
 * The public surface as one text: what the library exports, the flags of the commands, the routes of the server, the columns of
 * exports. `npm run api` writes it to docs/api-report.txt, so that a change of it is a diff that someone reads.
 */

import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { programFor, withSubcommands } from '../../src/interfaces/cli/program.ts';
import { startServer } from '../../src/interfaces/server/index.ts';
import { EXPORT_KINDS, exportSchema } from '../../src/library/index.ts';
import { bundleTypes } from '../../src/setup/bundle-types.mjs';
import { temporaryFolder } from '../temporary-folder.ts';

const ROOT = resolve(import.meta.dirname, '../..');
export const API_REPORT = join(ROOT, 'docs/api-report.txt');

/** The exported declarations of a bundled declaration file, without comments, by name. */
export function librarySurface(declarations: string): string {
  const bare = declarations.replace(/\/\*[\s\S]*?\*\/|^\/\/.*$/gm, '').replace(/\n\s*\n/g, '\n');
  const exported = [...bare.matchAll(/^export \{([^}]*)\}/gm)].flatMap(([, names = '']) =>
    names.split(',').map(
      (name) =>
        name
          .trim()
          .replace(/^type /, '')
          .split(' as ')[0] ?? '',
    ),
  );
  const parts = bare.split(
    /^(?=(?:export )?(?:declare |interface |type |abstract |class |function |const ))/m,
  );
  const named = parts.flatMap((part) => {
    const [, name] =
      /^(?:export )?(?:declare )?(?:abstract )?(?:interface|type|class|function|const)\s+(\w+)/.exec(part) ??
      [];
    return name !== undefined && exported.includes(name)
      ? [[name, part.trim().replace(/\nexport \{[\s\S]*$/, '')] as const]
      : [];
  });
  return named
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, part]) => part)
    .join('\n');
}

async function commands(): Promise<string> {
  const names = withSubcommands(await programFor([])).map((command) => command.name());
  const all = withSubcommands(await programFor(names));
  return all
    .flatMap((command) => {
      const [parent] = command.parent?.parent ? [`${command.parent.name()} `] : [''];
      const args = command.registeredArguments.map((one) =>
        one.required ? `<${one.name()}>` : `[${one.name()}]`,
      );
      return [
        `${parent}${command.name()} ${args.join(' ')}`.trim(),
        ...command.options.map(({ flags }) => `  ${flags}`).sort(),
      ];
    })
    .join('\n');
}

interface Operation {
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
  }[];
  readonly requestBody?: object;
  readonly responses: object;
}

async function routes(): Promise<string> {
  const storage = temporaryFolder('api-report-');
  const server = await startServer({ storage, port: 0, host: '127.0.0.1' });
  try {
    const answer = await fetch(`${server.url}/openapi.json`);
    const { paths } = (await answer.json()) as { paths: Record<string, Record<string, Operation>> };
    return Object.entries(paths)
      .flatMap(([path, item]) =>
        Object.entries(item).map(([method, { parameters = [], requestBody, responses }]) => {
          const given = parameters.map(
            ({ name, in: place, required }) => `${place}:${name}${required ? '' : '?'}`,
          );
          const body = requestBody === undefined ? [] : ['body'];
          return `${method.toUpperCase()} ${path} (${[...given, ...body].join(' ')}) ${Object.keys(responses).join(' ')}`;
        }),
      )
      .sort()
      .join('\n');
  } finally {
    await server.close();
  }
}

const columns = (): string =>
  EXPORT_KINDS.map((kind) => {
    const { properties = {} } = exportSchema(kind) as {
      properties?: Record<string, { type?: string | string[] }>;
    };
    const rows = Object.entries(properties).map(
      ([name, { type }]) => `  ${name}: ${[type ?? 'any'].flat().join(' | ')}`,
    );
    return [kind, ...rows].join('\n');
  }).join('\n');

/** All but the library, whose declarations take a compiler. */
export const programSurface = async (): Promise<string> =>
  `== Commands\n${await commands()}\n\n== Routes of the server\n${await routes()}\n\n== Columns of exports\n${columns()}\n`;

export const reported = (): string => readFileSync(API_REPORT, 'utf8');
export const LIBRARY_HEAD = '== Library\n';

async function write(): Promise<void> {
  const folder = temporaryFolder('api-types-');
  const declarations = join(folder, 'declarations');
  const args = [
    join(ROOT, 'node_modules/typescript/bin/tsc'),
    '-p',
    join(ROOT, 'src/tsconfig.json'),
    '--outDir',
    declarations,
  ];
  spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit' });
  await bundleTypes(declarations, folder);
  const library = librarySurface(readFileSync(join(folder, 'index.d.ts'), 'utf8'));
  writeFileSync(API_REPORT, `${await programSurface()}\n${LIBRARY_HEAD}${library}\n`);
}

if (import.meta.main) await write();
