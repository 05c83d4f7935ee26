/** Versions of Node that run Fieldfare: TypeScript sources without a flag, `node:sqlite` with FTS5. */
export const NODE_WANTED = 'Node 22.18 or newer (not 23.0 to 23.5)';

/**
 * @param {string} version such as '24.21.0', with or without a leading v
 * @returns {boolean}
 */
export function isNodeNewEnough(version) {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  if (major === 22) return minor >= 18;
  if (major === 23) return minor >= 6;
  return major > 23;
}
