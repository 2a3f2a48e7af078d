import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoDataVariable } from './demo-data.ts';

/** The global setup of Playwright and of vitest: a folder for the demo data that the servers of this run share. */
export default async function setUpDemoData(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'protokol-demo-'));
  process.env[demoDataVariable] = folder;
  return () => rm(folder, { recursive: true, force: true });
}
