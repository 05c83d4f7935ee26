/** Dockerfile and compose.yaml name what is there; no container engine is needed for that. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { programFor, withSubcommands } from '../../src/interfaces/cli/program.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

interface Service {
  readonly build?: string;
  readonly image?: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly security_opt?: readonly string[];
  readonly healthcheck?: { readonly test?: readonly string[]; readonly disable?: boolean };
}
const compose = parse(read('compose.yaml'), { merge: true }) as {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
};
const services = Object.entries(compose.services);
const ours = services.filter(([, { build }]) => build !== undefined);

const dockerfile = read('Dockerfile').replaceAll('\\\n', ' ');
const lines = dockerfile.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
const stages = dockerfile.split(/^(?=FROM )/m).slice(1);
const commandOf = (name: string): string[] =>
  JSON.parse(lines.findLast((line) => line.startsWith(`${name} `))!.slice(name.length)) as string[];

test('every command and option that services are started with is one of ours', async () => {
  const unknown: string[] = [];
  const all = [...ours.map(([, { command = commandOf('CMD') }]) => command), commandOf('CMD')];
  expect(all.length).toBeGreaterThan(3);
  for (const [name = '', ...args] of all) {
    const program = await programFor([name]);
    const command = program.commands.find((one) => one.name() === name);
    const options = command === undefined ? [] : withSubcommands(command).flatMap((one) => one.options);
    const flags = args.filter((arg) => arg.startsWith('--'));
    if (command === undefined) unknown.push(name);
    else unknown.push(...flags.filter((flag) => !options.some(({ long }) => long === flag)));
  }
  expect(unknown).toEqual([]);
});

test('every variable that our services are given is read somewhere', () => {
  const code = readdirSync(join(ROOT, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:ts|mjs)$/.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');
  // The driver of PostgreSQL reads this one.
  const names = new Set(ours.flatMap(([, { environment = {} }]) => Object.keys(environment)));
  names.delete('PGPASSWORD');
  expect(names.size).toBeGreaterThan(4);
  expect([...names].filter((name) => !new RegExp(`\\b${name}\\b`).test(code))).toEqual([]);
});

test('secrets have no default, and whoever starts it is told of one that is missing', () => {
  const used = [...read('compose.yaml').matchAll(/\$\{(\w+)([^}]*)\}/g)];
  const secret = used.filter(([, name]) => /PASSWORD|SECRET|TOKEN/.test(name!));
  expect(secret.length).toBeGreaterThan(4);
  expect(secret.filter(([, , how]) => how !== ':?')).toEqual([]);
  expect(used.filter(([, , how]) => how === '')).toEqual([]);
});

test('secrets may have any letters: they stand in no address, and the driver takes the password as it is', () => {
  expect(read('compose.yaml')).not.toMatch(/:\/\/[^\s@]*\$/);
  const { DATABASE_URL = '' } = compose.services.worker?.environment ?? {};
  vi.stubEnv('PGPASSWORD', 'a@b/c#d?e:%f g');
  const { password, host } = new pg.Client({ connectionString: DATABASE_URL });
  vi.unstubAllEnvs();
  expect([password, host]).toEqual(['a@b/c#d?e:%f g', 'database']);
});

test('images have tags, and browsers run under a profile that refuses what no browser needs', () => {
  for (const [name, { image = '' }] of services)
    expect([name, image]).toEqual([name, expect.stringMatching(/^fieldfare$|:./)]);
  for (const [name, { security_opt }] of ours)
    expect([name, security_opt]).toEqual([name, ['seccomp:./src/setup/seccomp.json']]);
  const profile = JSON.parse(read('src/setup/seccomp.json')) as {
    defaultAction: string;
    syscalls: { names: string[]; action: string }[];
  };
  expect(profile.defaultAction).toBe('SCMP_ACT_ERRNO');
  const allowed = new Set(profile.syscalls.flatMap(({ names }) => names));
  for (const call of ['clone', 'unshare', 'setns', 'chroot', 'execve', 'futex', 'seccomp'])
    expect(allowed).toContain(call);
  for (const call of [
    ...['mount', 'bpf', 'keyctl', 'add_key', 'kexec_load', 'init_module', 'userfaultfd', 'ptrace'],
  ])
    expect(allowed).not.toContain(call);
});

test('services wait for services that are there, and use volumes that are', () => {
  for (const [name, { depends_on = {}, volumes = [], healthcheck }] of services) {
    for (const [other, { condition }] of Object.entries(depends_on)) {
      expect(Object.keys(compose.services), name).toContain(other);
      if (condition === 'service_healthy') expect(compose.services[other]?.healthcheck?.test).toBeDefined();
    }
    for (const volume of volumes) expect(Object.keys(compose.volumes)).toContain(volume.split(':')[0]);
    expect(healthcheck?.test?.length ?? 2).toBeGreaterThan(1);
  }
  expect(Object.keys(compose.services)).toEqual(
    expect.arrayContaining(['database', 'objects', 'harvest', 'worker', 'server']),
  );
});

test('the image is built in stages, copies what is there, and runs as nobody special', () => {
  expect(stages).toHaveLength(2);
  const [, name] = /^FROM \S+ AS (\w+)/.exec(stages[0]!)!;
  const copied = [...stages[1]!.matchAll(/^COPY --from=(\w+) (.+)$/gm)];
  expect(copied.every(([, from]) => from === name)).toBe(true);
  const paths = copied
    .flatMap(([, , what]) => what!.split(' ').slice(0, -1))
    .map((path) => path.replace('/app/', ''));
  expect(
    paths.filter((path) => !['dist', 'node_modules'].includes(path) && !existsSync(join(ROOT, path))),
  ).toEqual([]);
  const { files } = JSON.parse(read('package.json')) as { readonly files: readonly string[] };
  expect(files.filter((file) => !paths.includes(file))).toEqual([]);
  for (const line of stages[0]!.match(/^COPY package.*$/gm)!)
    expect(
      line
        .split(' ')
        .slice(1, -1)
        .filter((file) => !existsSync(join(ROOT, file))),
    ).toEqual([]);
  const users = lines.filter((line) => line.startsWith('USER '));
  expect(users).toEqual(['USER 10001']);
  expect(stages[1]).toContain('useradd --create-home --uid 10001 fieldfare');
  expect(stages[1]).toMatch(/apt-get install [^&]*chromium-headless-shell/);
  expect(lines.some((line) => line.startsWith('HEALTHCHECK '))).toBe(true);
  const [, , node, program] = commandOf('ENTRYPOINT');
  expect([node, paths.includes(program!.replace('/app/', ''))]).toEqual(['node', true]);
});

test('what need not be sent to the builder is not', () => {
  const ignored = read('.dockerignore').trim().split('\n');
  expect(ignored).toEqual(expect.arrayContaining(['.git', 'node_modules', 'storage']));
  const needed = [...dockerfile.matchAll(/^COPY ([^-].*)$/gm)].flatMap(([, what]) =>
    what!.split(' ').slice(0, -1),
  );
  expect(needed.filter((path) => ignored.includes(path))).toEqual([]);
});
