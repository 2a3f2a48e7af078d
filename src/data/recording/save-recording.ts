import { recordingFile, store } from '#src/sync/index.ts';
import { saveFile } from '#src/ui/index.ts';

/** Saves what was recorded here as a file, sent or not. Throws UploadError, or what the device says. */
export async function saveRecording(id: string): Promise<void> {
  const file = await recordingFile(id, store);
  saveFile(file, file.name);
}
