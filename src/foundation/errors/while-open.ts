/** Does some work with what is opened for it alone, and closes it whatever becomes of the work. */
export async function whileOpen<Opened extends { close(): unknown }, T>(
  opening: Opened | Promise<Opened>,
  work: (opened: Opened) => Promise<T>,
): Promise<T> {
  const opened = await opening;
  try {
    return await work(opened);
  } finally {
    await opened.close();
  }
}
