/** Paths of the program `fieldfare`; the words of another program that uses this one as a library may hold secrets. */
const OWN_PROGRAM = /[\\/](?:interfaces[\\/]cli[\\/]main\.[jt]s|setup[\\/]bin\.mjs|\.?bin[\\/]fieldfare)$/;

/** Names this process for those who wait for it: `7 harvest`, or `7` where another program runs. */
export function processName(): string {
  const [, program = '', command = ''] = process.argv;
  const isShown = OWN_PROGRAM.test(program) && /^[a-z][a-z-]*$/.test(command);
  return `${process.pid}${isShown ? ` ${command}` : ''}`;
}

/** Says which process holds a store, as `: process 7, "fieldfare harvest", since …`; empty for another text than a process name. */
export function holderNamed(name: string, since = '', where = ''): string {
  const [, pid, command] = /^(\d+)(?: ([a-z-]+))?$/.exec(name) ?? [];
  if (pid === undefined) return '';
  return [`: process ${pid}${where}`, command && `"fieldfare ${command}"`, since && `since ${since}`]
    .filter(Boolean)
    .join(', ');
}
