import { createInterface } from 'node:readline';
import { z } from 'zod';
import { command, type FlagsOf, text } from '../terminal/index.ts';

const options = z.object({
  base: z.string().default('http://localhost/').describe('<url> address of the page in the file'),
  model: text.describe('<file> a model of forms of your own (train forms --out)'),
});

export const classifyCommand = command({
  options,
  help: 'Each answer is one line: {"url": …, "forms": […]}, or {"url": …, "error": …}, flushed at once, so that a program may\nwrite a page and wait for its answer.\n\nExamples:\n  fieldfare classify page.html --base https://example.org/ | jq .forms[].type\n  printf \'{"html":"<form><input name=q></form>","url":"https://example.org/"}\\n\' | fieldfare classify',
  run,
});

async function run({ base, model }: FlagsOf<typeof options>, files: readonly string[]): Promise<void> {
  const { classifyForms } = await import('../../forms/index.ts');
  const options = model === undefined ? {} : { model };
  const answer = (html: string, url: string): void => {
    process.stdout.write(`${JSON.stringify({ url, forms: classifyForms(html, url, options) })}\n`);
  };
  if (files.length > 0) {
    const { readFile } = await import('node:fs/promises');
    const { decodeHtml } = await import('../../foundation/http/index.ts');
    for (const file of files) answer(decodeHtml(await readFile(file), '').text, base);
    return;
  }
  for await (const line of createInterface({ input: process.stdin })) {
    if (line.trim() === '') continue;
    const page = pageOf(line);
    if (page === undefined)
      process.stdout.write(
        `${JSON.stringify({ url: null, error: 'expected a line {"html": "…", "url": "https://…"}' })}\n`,
      );
    else answer(page.html, page.url);
  }
}

function pageOf(line: string): { html: string; url: string } | undefined {
  try {
    const { html, url } = JSON.parse(line) as { html?: unknown; url?: unknown };
    return typeof html === 'string' && typeof url === 'string' && URL.canParse(url)
      ? { html, url }
      : undefined;
  } catch {
    return undefined;
  }
}
