declare const __APP_VERSION__: string | undefined;

/** The version in package.json, which vite.config.ts puts into the build. */
export const appVersion = typeof __APP_VERSION__ === 'undefined' ? 'для разработки' : __APP_VERSION__;
