import { spawn } from 'node:child_process';
import { expect, test } from 'vitest';
import { treeCpuMs } from '../bench/tree-cpu.ts';

/** Keeps this process busy for so much of its own processor time. */
function burn(ms: number): void {
  const from = process.cpuUsage();
  for (let spent = 0; spent < ms; ) {
    const { user, system } = process.cpuUsage(from);
    spent = (user + system) / 1_000;
  }
}

test.skipIf(process.platform !== 'linux')(
  'what killed processes have used stays counted, and more is added to it',
  async () => {
    // A grandchild that outlives its parent belongs to nobody here: what it used is told to no one.
    const child = spawn('sh', ['-c', 'sh -c "while :; do :; done" & echo $!; wait'], { detached: true });
    const started = treeCpuMs();
    await expect.poll(() => treeCpuMs() - started, { timeout: 20_000 }).toBeGreaterThan(600);
    const before = treeCpuMs();
    process.kill(-(child.pid ?? 0), 'SIGKILL');
    await new Promise((resolve) => child.once('exit', resolve));
    treeCpuMs();
    burn(300);
    expect(treeCpuMs() - before).toBeGreaterThanOrEqual(290);
  },
);
