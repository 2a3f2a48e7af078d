import { recordingFile, store } from '#src/sync/index.ts';
import { saveFile } from '#src/ui/index.ts';

/** Saves a recording of this device as a file, sent or not. Throws UploadError, or the error of the device. */
export async function saveRecording(id: string): Promise<void> {
  const file = await recordingFile(id, store);
  saveFile(file, file.name);
}
