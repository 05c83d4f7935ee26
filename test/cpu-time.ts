/** Milliseconds this process has worked: what else the machine does is not in it, so limits on work hold on a busy one too. */
export function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
