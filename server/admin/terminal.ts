import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { StartError } from '#server/config/read-config.ts';

/** Asks the person at the terminal. */
export interface Terminal {
  ask(question: string): Promise<string>;
  /** The same, without showing what is typed. */
  askHidden(question: string): Promise<string>;
  say(line: string): void;
}

type Streams = { input: NodeJS.ReadableStream; output: NodeJS.WritableStream };

/** Provides this process's terminal while `use` runs. Rejects with a StartError when it is left (Ctrl+C, Ctrl+D). */
export async function withTerminal<T>(
  use: (terminal: Terminal) => Promise<T>,
  { input, output: shown }: Streams = { input: process.stdin, output: process.stdout },
): Promise<T> {
  let isHidden = false;
  const output = new Writable({
    write(chunk, _encoding, done) {
      if (isHidden) done();
      else shown.write(chunk, () => done());
    },
  });
  const lines = createInterface({ input, output, terminal: true, historySize: 0 });
  const left = new Promise<never>((_, reject) => {
    lines.once('close', () => reject(new StartError('Администратор не создан.')));
  });
  // The pending question rejects; without one, this rejection would be unhandled.
  left.catch(() => undefined);
  const ask = (question: string) => Promise.race([lines.question(question), left]);
  try {
    return await use({
      ask,
      async askHidden(question) {
        shown.write(question);
        isHidden = true;
        try {
          return await ask('');
        } finally {
          isHidden = false;
          shown.write('\n');
        }
      },
      say: (line) => void shown.write(`${line}\n`),
    });
  } finally {
    lines.close();
  }
}
