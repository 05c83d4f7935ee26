export const ready = await Promise.resolve(true);
