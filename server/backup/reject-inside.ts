import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { type Config, StartError } from '#server/config/read-config.ts';
import { places } from './manifest.ts';

/** Throws a StartError for a place of backups that a backup would copy: each would hold all of those before it. */
export function rejectInside({ dataDir, storageUrl }: Config, place: string): void {
  const copied = ['uploads', 'mail'].map((folder) => join(dataDir, folder));
  const files = addressOf(storageUrl ?? join(dataDir, 'files'));
  const to = addressOf(place);
  const written = addressOf(place, places.files);
  const isInside = [files, ...copied.map((folder) => addressOf(folder))].some((each) => to.startsWith(each));
  if (!isInside && !files.startsWith(written)) return;
  throw new StartError(
    'Копии нельзя складывать туда, где «Протокол» хранит файлы: в каждую новую копию попали бы все прежние. Назовите другую корзину или папку вне хранилища.',
  );
}

/** Where a folder or an object storage is, in one form, with a separator at the end. */
function addressOf(place: string, below = ''): string {
  if (!place.startsWith('s3:')) return join(real(resolve(place)), below, sep);
  const { hostname, pathname, searchParams } = new URL(place);
  const endpoint = searchParams.get('endpoint')?.replace(/\/+$/, '') ?? '';
  const path = [pathname, below].map((part) => part.replace(/^\/|\/$/g, '')).filter(Boolean);
  return `${[`s3:${endpoint}`, hostname, ...path].join('/')}/`;
}

/** By the links of the part of it that is there. */
function real(path: string): string {
  if (existsSync(path)) return realpathSync(path);
  return dirname(path) === path ? path : join(real(dirname(path)), basename(path));
}
