import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder } from '../../foundation/errors/index.ts';

/** Notes on disk which run this server has under way: a note at the start says that the server before was killed. */
export class RunUnderWay {
  private readonly file: string;

  constructor(storage: string) {
    this.file = join(storage, 'server', 'run-under-way');
  }

  note(runId: number): void {
    makeFolder(dirname(this.file));
    writeFileSync(this.file, `${runId}\n`);
  }

  read(): number | undefined {
    try {
      const runId = Number(readFileSync(this.file, 'utf8'));
      return Number.isInteger(runId) && runId > 0 ? runId : undefined;
    } catch {
      return undefined;
    }
  }

  forget(): void {
    rmSync(this.file, { force: true });
  }
}
