/**
 * A browser of another engine as far as the smoke test needs it: one window that its own protocol drives. Every selector
 * is CSS, every script an expression.
 */
export interface Engine {
  /** As the browser says it itself. */
  version: string;
  /** Resolves when the document is there. */
  open(address: string): Promise<void>;
  evaluate<T>(expression: string): Promise<T>;
  click(selector: string): Promise<void>;
  /** Keys of a keyboard, into what is there already. */
  type(selector: string, text: string): Promise<void>;
  choose(selector: string, file: string): Promise<void>;
  /** Ends the browser and opens it again, on its profile where it has one. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

export type OpenEngine = (folder: string) => Promise<Engine>;
