/** Browser packages of the distributions, installed when we are root. */
import fs from 'node:fs';
import path from 'node:path';
import { searchPath } from './npm.mjs';
import { quietRun, reasonIn } from './quiet-run.mjs';

const INSTALL_TIMEOUT_MS = 15 * 60_000;

/**
 * @typedef {object} PackageInstaller
 * @property {string} name program on the PATH
 * @property {readonly string[]} packages in the order to try
 * @property {readonly string[]} [update] arguments that fetch the lists of packages
 * @property {readonly string[]} install arguments before the package
 * @property {NodeJS.ProcessEnv} env
 */

/** @type {readonly Omit<PackageInstaller, 'env'>[]} */
const INSTALLERS = [
  {
    name: 'apt-get',
    packages: ['chromium-headless-shell', 'chromium'],
    update: ['update', '-qq'],
    install: ['install', '-y', '-qq', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=120'],
  },
  { name: 'apk', packages: ['chromium'], install: ['add', '--no-cache'] },
  { name: 'dnf', packages: ['chromium-headless', 'chromium'], install: ['install', '-y', '-q'] },
  { name: 'microdnf', packages: ['chromium-headless', 'chromium'], install: ['install', '-y'] },
  { name: 'zypper', packages: ['chromium'], install: ['--non-interactive', '--quiet', 'install'] },
  { name: 'pacman', packages: ['chromium'], install: ['-Sy', '--noconfirm', '--quiet'] },
];

/**
 * @param {NodeJS.ProcessEnv} env
 * @returns {PackageInstaller | undefined} undefined when we may not install packages or know none of the programs
 */
export function packageInstaller(env) {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined;
  const installer = INSTALLERS.find(({ name }) =>
    searchPath(env).some((folder) => fs.existsSync(path.join(folder, name))),
  );
  return installer && { ...installer, env: installerEnvironment(env) };
}

/**
 * @param {PackageInstaller} installer
 * @param {string} name
 * @param {(pid: number | undefined) => void} nameChild
 * @returns {Promise<string | undefined>} what went wrong, undefined when nothing did
 */
export async function installPackage(installer, name, nameChild) {
  const options = { env: installer.env, timeoutMs: INSTALL_TIMEOUT_MS, nameChild };
  if (installer.update && name === installer.packages[0])
    await quietRun(installer.name, installer.update, options);
  const { ok, output } = await quietRun(installer.name, [...installer.install, name], options);
  return ok ? undefined : reasonIn(output);
}

/**
 * Package programs read the names of proxies in lower case only.
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
function installerEnvironment(env) {
  return {
    ...env,
    ...(env.HTTP_PROXY && { http_proxy: env.HTTP_PROXY }),
    ...(env.HTTPS_PROXY && { https_proxy: env.HTTPS_PROXY }),
    ...(env.NO_PROXY && { no_proxy: env.NO_PROXY }),
    DEBIAN_FRONTEND: 'noninteractive',
  };
}
