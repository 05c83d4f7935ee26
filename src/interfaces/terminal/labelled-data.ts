export function foldProgress(): (done: number, all: number) => void {
  const start = performance.now();
  return (done, all) => {
    const left = ((performance.now() - start) / done) * (all - done);
    progress(done === all ? '' : `fold ${done} of ${all}, about ${Math.ceil(left / 1_000)} s left`);
  };
}

export function readProgress(read: number, all?: number): void {
  if (all === read) progress('');
  else if (read % 100 === 0) progress(`${read}${all === undefined ? '' : ` of ${all}`} labelled forms read`);
}

/** One line that is redrawn; nothing where nobody watches. */
export function progress(line: string): void {
  if (process.stderr.isTTY === true) process.stderr.write(`\r\x1b[K${line}`);
}

export const printJson = (value: object): void => {
  process.stdout.write(`${JSON.stringify(value)}\n`);
};
