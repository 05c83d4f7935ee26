import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { bareEnvironment, projectRoot, temporaryFolder } from './checkout.ts';

/** A command of a documentation page, or a file that the page asks for. */
export type Step =
  | { readonly kind: 'file'; readonly name: string; readonly text: string }
  | {
      readonly kind: 'command';
      readonly name: string;
      /** Lines that are printed, in this order; `…` stands for anything. */
      readonly prints: readonly string[];
      /** Ctrl-C is pressed when everything has been printed. */
      readonly interrupted: boolean;
      /** Whether the page leaves out how the output ends. */
      readonly isCut?: boolean;
      /** What has to run beside it, as in a block `console applications`. */
      readonly needs?: string;
    };

const BLOCK = /^```(\w+)(?: (\S+))?\n([\s\S]*?)^```$/gm;

/** The steps of a page: what follows `$ ` in its blocks of `console`, and other blocks that name a file. */
export function stepsOf(page: string): readonly Step[] {
  const text = fs.readFileSync(path.join(projectRoot, page), 'utf8');
  return [...text.matchAll(BLOCK)].flatMap(([, language, name, body = '']): Step[] => {
    if (language === 'console')
      return body
        .split(/^\$ /m)
        .slice(1)
        .map((text) => ({ ...commandOf(text), ...(name !== undefined && { needs: name }) }));
    return name === undefined ? [] : [{ kind: 'file', name, text: body }];
  });
}

function commandOf(text: string): Step {
  const [name = '', ...lines] = text.split('\n').filter((line) => line.trim() !== '');
  const prints = lines.filter((line) => line !== '^C' && line.trim() !== '…');
  const isCut = lines.at(-1)?.trim() === '…';
  return { kind: 'command', name, prints, interrupted: lines.includes('^C'), isCut };
}

/** A folder with the program `fieldfare`, and with `npm start` as in a clone. */
export function openSession(): string {
  const folder = temporaryFolder();
  for (const part of ['package.json', 'src', 'node_modules', 'domains', '.npmrc'])
    fs.symlinkSync(path.join(projectRoot, part), path.join(folder, part));
  fs.mkdirSync(path.join(folder, 'bin'));
  const main = path.join(projectRoot, 'src/interfaces/cli/main.ts');
  const program = `#!/bin/sh\nexec "${process.execPath}" "${main}" "$@"\n`;
  fs.writeFileSync(path.join(folder, 'bin/fieldfare'), program, { mode: 0o755 });
  return folder;
}

/**
 * Does a step as a reader would, in bash.
 * @param toItsEnd whether the last line that the page shows has to be the last of standard output
 * @throws {Error} with the whole output where the command fails or prints something else
 */
export async function takeStep(folder: string, step: Step, toItsEnd = false): Promise<void> {
  if (step.kind === 'file') {
    fs.writeFileSync(path.join(folder, step.name), step.text);
    return;
  }
  const own = bareEnvironment();
  const PATH = [path.join(folder, 'bin'), path.dirname(process.execPath), own.PATH].join(path.delimiter);
  const child = spawn('bash', ['-o', 'pipefail', '-c', step.name], {
    cwd: folder,
    env: { ...own, PATH },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  let written = '';
  let pressed = false;
  const hear = (chunk: Buffer) => {
    output += chunk.toString();
    if (!step.interrupted || pressed || child.pid === undefined || missing(step.prints, output)) return;
    pressed = true;
    process.kill(-child.pid, 'SIGINT');
  };
  child.stdout.on('data', (chunk: Buffer) => {
    written += chunk.toString();
    hear(chunk);
  });
  child.stderr.on('data', hear);
  const [code] = await once(child, 'close');
  const end = step.prints.at(-1);
  const goesOn = toItsEnd && end !== undefined && !patternOf(end).test(lastLine(written));
  const absent = missing(step.prints, output) ?? (goesOn ? `${end} as its last line` : undefined);
  const failed = code !== 0 && !(step.interrupted && pressed);
  if (absent === undefined && !failed) return;
  const why = failed ? `ended with ${code}` : `does not print ${JSON.stringify(absent)}`;
  throw new Error(`${step.name}\n${why}:\n${output}`);
}

const lastLine = (output: string): string => output.trimEnd().split('\n').at(-1) ?? '';

/** The first line that the output lacks after those before it. */
function missing(prints: readonly string[], output: string): string | undefined {
  const lines = output.split('\n');
  let at = 0;
  return prints.find((wanted) => {
    const pattern = patternOf(wanted);
    const found = lines.findIndex((line, i) => i >= at && pattern.test(line));
    at = found + 1;
    return found === -1;
  });
}

function patternOf(line: string): RegExp {
  const words = line.trim().replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');
  return new RegExp(`^\\s*${words.replace(/\s+/g, '\\s+').replaceAll('…', '.*')}\\s*$`, 'u');
}
