/**
 * Everything that a browser stores for one origin, as JSON; values that JSON cannot express become `{ $: kind, … }`.
 */
export interface Device {
  /** Epoch milliseconds of the dump. */
  takenAt: number;
  localStorage: Record<string, string>;
  databases: KeptDatabase[];
}

export interface KeptDatabase {
  name: string;
  version: number;
  stores: StoredRows[];
}

export interface StoredRows {
  name: string;
  keyPath: string | string[] | null;
  autoIncrement: boolean;
  indexes: { name: string; keyPath: string | string[]; unique: boolean; multiEntry: boolean }[];
  rows: { key: unknown; value: unknown }[];
}

/** Reads all databases and localStorage of the page's origin. Runs in the page: it can use nothing from outside. */
export async function dumpDevice(): Promise<Device> {
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const packed = async (blob: Blob) => {
    const zipped = new Response(blob.stream().pipeThrough(new CompressionStream('gzip')));
    let text = '';
    for (const byte of new Uint8Array(await zipped.arrayBuffer())) text += String.fromCharCode(byte);
    return btoa(text);
  };
  const encode = async (value: unknown): Promise<unknown> => {
    if (value === undefined) return { $: 'undefined' };
    if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
    if (typeof value === 'number' && Number.isFinite(value)) return value;
    if (value instanceof File) {
      const { type, name, lastModified } = value;
      return { $: 'file', type, name, lastModified, gzip: await packed(value) };
    }
    if (value instanceof Blob) return { $: 'blob', type: value.type, gzip: await packed(value) };
    if (value instanceof ArrayBuffer) return { $: 'buffer', gzip: await packed(new Blob([value])) };
    if (value instanceof Date) return { $: 'date', at: value.getTime() };
    if (Array.isArray(value)) return Promise.all(value.map(encode));
    // A new kind of value must not be stored as an empty object.
    if (Object.getPrototypeOf(value) !== Object.prototype) throw new Error(`not known: ${String(value)}`);
    const fields = await Promise.all(
      Object.entries(value as object).map(async ([name, field]) => [name, await encode(field)] as const),
    );
    return Object.fromEntries(fields);
  };
  const readStore = async (store: IDBObjectStore): Promise<StoredRows> => {
    const { name, autoIncrement, indexNames } = store;
    const [keys, values] = await Promise.all([done(store.getAllKeys()), done(store.getAll() as IDBRequest<unknown[]>)]);
    return {
      ...{ name, autoIncrement, keyPath: store.keyPath as StoredRows['keyPath'] },
      indexes: [...indexNames].map((index) => {
        const { keyPath, unique, multiEntry } = store.index(index);
        return { name: index, keyPath: keyPath as string | string[], unique, multiEntry };
      }),
      rows: values.map((value, index) => ({ key: keys[index], value })),
    };
  };
  const readDatabase = async (name: string): Promise<KeptDatabase> => {
    const database = await done(indexedDB.open(name));
    const { version, objectStoreNames } = database;
    const transaction = database.transaction([...objectStoreNames], 'readonly');
    const raw = await Promise.all([...objectStoreNames].map((store) => readStore(transaction.objectStore(store))));
    database.close();
    // Packing takes longer than a transaction lives.
    const stores = await Promise.all(
      raw.map(async (store) => ({ ...store, rows: (await encode(store.rows)) as StoredRows['rows'] })),
    );
    return { name, version, stores };
  };
  const names = (await indexedDB.databases()).map(({ name }) => name ?? '').sort();
  return {
    takenAt: Date.now(),
    localStorage: { ...localStorage },
    databases: await Promise.all(names.map(readDatabase)),
  };
}

/** Replaces the origin's storage by a dump. Runs in a page, or in jsdom, so it uses nothing from outside. */
export async function restoreDevice(device: Device): Promise<void> {
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const unpacked = async (gzip: string): Promise<ArrayBuffer> => {
    const stream = new DecompressionStream('gzip');
    const writer = stream.writable.getWriter();
    const bytes = Uint8Array.from(atob(gzip), (letter) => letter.charCodeAt(0));
    void writer.write(bytes).then(() => writer.close());
    return new Response(stream.readable).arrayBuffer();
  };
  type Marked = { $?: string; gzip: string; name: string; type: string; lastModified: number; at: number };
  const decode = async (value: unknown): Promise<unknown> => {
    if (value === null || typeof value !== 'object') return value;
    if (Array.isArray(value)) return Promise.all(value.map(decode));
    const { $: kind, ...marked } = value as Marked;
    const { type, lastModified } = marked;
    if (kind === 'undefined') return undefined;
    if (kind === 'date') return new Date(marked.at);
    if (kind === 'buffer') return unpacked(marked.gzip);
    if (kind === 'blob') return new Blob([await unpacked(marked.gzip)], { type });
    if (kind === 'file') return new File([await unpacked(marked.gzip)], marked.name, { type, lastModified });
    const fields = await Promise.all(
      Object.entries(value).map(async ([name, field]) => [name, await decode(field)] as const),
    );
    return Object.fromEntries(fields);
  };
  const restoreDatabase = async ({ name, version, stores }: KeptDatabase) => {
    await done(indexedDB.deleteDatabase(name));
    const rows = (await decode(stores.map((store) => store.rows))) as StoredRows['rows'][];
    const opening = indexedDB.open(name, version);
    opening.onupgradeneeded = () => {
      for (const { name: store, keyPath, autoIncrement, indexes } of stores) {
        const made = opening.result.createObjectStore(store, { keyPath, autoIncrement });
        for (const { name: index, keyPath: path, unique, multiEntry } of indexes)
          made.createIndex(index, path, { unique, multiEntry });
      }
    };
    const database = await done(opening);
    const transaction = database.transaction(
      stores.map((store) => store.name),
      'readwrite',
    );
    for (const [index, { name: store, keyPath }] of stores.entries())
      for (const { key, value } of rows[index] ?? [])
        transaction.objectStore(store).put(value, keyPath === null ? (key as IDBValidKey) : undefined);
    await new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error);
    });
    database.close();
  };
  localStorage.clear();
  for (const [name, value] of Object.entries(device.localStorage)) localStorage.setItem(name, value);
  await Promise.all(device.databases.map(restoreDatabase));
}
