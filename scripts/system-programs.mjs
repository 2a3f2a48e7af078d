// Programs of the operating system that the product and its tests use, and how they get onto a Debian machine.
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from './node-runtime.mjs';

/** @typedef {{ name: string, packages: string[], found: () => boolean, why: string }} Program */

const onPath = (name) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => folder !== '' && existsSync(join(folder, name)));

/** WebKitGTK's own browser comes with the library, outside PATH. */
const libraries = '/usr/lib';
const miniBrowserFound = () =>
  existsSync(libraries) &&
  readdirSync(libraries).some((folder) => existsSync(join(libraries, folder, 'webkit2gtk-4.1/MiniBrowser')));

/** PostgreSQL's own programs stand outside PATH on Debian. */
const postgresFolder = '/usr/lib/postgresql';
const postgresFound = () =>
  onPath('initdb') ||
  (existsSync(postgresFolder) &&
    readdirSync(postgresFolder).some((version) => existsSync(join(postgresFolder, version, 'bin/initdb'))));

/** @type {Record<string, Program>} */
export const programs = {
  ffmpeg: {
    name: 'ffmpeg',
    packages: ['ffmpeg'],
    found: () => onPath('ffmpeg') && onPath('ffprobe'),
    why: 'обработка видео',
  },
  chromium: {
    name: 'Chromium',
    packages: ['chromium'],
    found: () => onPath('chromium') || existsSync('/usr/bin/chromium'),
    why: 'тесты в браузере',
  },
  headlessShell: {
    name: 'Chromium без окна',
    packages: ['chromium-headless-shell'],
    found: () => onPath('chromium-headless-shell'),
    why: 'тесты в браузере вдвое быстрее',
  },
  postgres: { name: 'PostgreSQL', packages: ['postgresql'], found: postgresFound, why: 'тесты API на PostgreSQL' },
  openssl: { name: 'openssl', packages: ['openssl'], found: () => onPath('openssl'), why: 'тесты почты по TLS' },
  poppler: { name: 'pdftotext', packages: ['poppler-utils'], found: () => onPath('pdftotext'), why: 'тесты PDF' },
};

/**
 * What only the long level of the tests needs.
 * @type {Record<string, Program>}
 */
export const longPrograms = {
  libreoffice: {
    name: 'LibreOffice',
    packages: ['libreoffice-writer-nogui'],
    found: () => onPath('soffice'),
    why: 'тесты DOCX',
  },
};

/**
 * Browsers of other engines, by the names of their tests.
 * @type {Record<string, Program>}
 */
export const engines = {
  Firefox: {
    name: 'Firefox',
    packages: ['firefox-esr'],
    found: () => onPath('firefox-esr') || onPath('firefox'),
    why: 'проверка в Firefox',
  },
  WebKitGTK: {
    name: 'WebKitGTK',
    packages: ['webkit2gtk-driver', 'xvfb'],
    found: () => onPath('WebKitWebDriver') && onPath('Xvfb') && miniBrowserFound(),
    why: 'проверка в WebKitGTK',
  },
};

/**
 * Installs what is missing where that is possible: as root, with apt-get. Elsewhere it says what to install.
 * @param {Program[]} wanted
 * @returns {Promise<Program[]>} what is still missing
 */
export async function ensurePrograms(wanted) {
  const missing = wanted.filter((program) => !program.found());
  if (missing.length > 0 && process.getuid?.() === 0 && onPath('apt-get')) {
    console.log(`Устанавливаются программы: ${missing.map((program) => program.name).join(', ')}…`);
    const environment = {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      stdio: ['ignore', 'ignore', 'inherit'],
    };
    await run('apt-get', ['update', '-qq'], environment);
    const packages = missing.flatMap((program) => program.packages);
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], environment);
  }
  const still = missing.filter((program) => !program.found());
  for (const program of still) {
    console.warn(
      `Не найдено: ${program.name} (${program.why}). Установите: apt-get install ${program.packages.join(' ')}`,
    );
  }
  return still;
}
