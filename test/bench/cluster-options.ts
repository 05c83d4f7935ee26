/** What a benchmark is told by `--name value`. */
export function optionsOf(given: readonly string[]) {
  const text = (name: string, or: string): string => {
    const at = given.indexOf(`--${name}`);
    return (at < 0 ? undefined : given[at + 1]) ?? or;
  };
  return { text, number: (name: string, or: number): number => Number(text(name, String(or))) };
}
