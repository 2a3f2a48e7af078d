import type { Page } from '@playwright/test';
import type { ServerProcess } from '#tests/support/server-process.ts';

export const sizes = {
  laptop: { width: 1366, height: 768 },
  phone: { width: 390, height: 844 },
};

/** One picture: its screen, and the steps before it. */
export interface Shot {
  /** Name of the file, without its extension. */
  name: string;
  /** The screen that it begins on, by its name in tests/support/every-screen.ts. */
  on: string;
  size?: keyof typeof sizes;
  isDark?: boolean;
  prepare?: (scene: Scene) => Promise<void>;
}

export interface Scene {
  page: Page;
  server: ServerProcess;
  /** Folder for temporary files of the pictures. */
  folder: string;
}
