/**
 * A browser of another engine as far as the smoke test needs it: one window that its own protocol drives. Every selector
 * is CSS, every script an expression.
 */
export interface Engine {
  /** As reported by the browser itself. */
  version: string;
  /** Resolves when the document has loaded. */
  open(address: string): Promise<void>;
  evaluate<T>(expression: string): Promise<T>;
  click(selector: string): Promise<void>;
  /** Appends text by key presses. */
  type(selector: string, text: string): Promise<void>;
  choose(selector: string, file: string): Promise<void>;
  /** Ends the browser and opens it again, on its profile where it has one. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

export type OpenEngine = (folder: string) => Promise<Engine>;
