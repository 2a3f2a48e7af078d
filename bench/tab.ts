import { until } from '#tests/support/processes.ts';
import type { Devtools } from './devtools.ts';

/**
 * A tab over a bare DevTools connection: without network events and without attaching to its workers, as in normal use.
 */
export class Tab {
  readonly #devtools: Devtools;
  readonly #session: string;

  private constructor(devtools: Devtools, session: string) {
    this.#devtools = devtools;
    this.#session = session;
  }

  static async open(devtools: Devtools): Promise<Tab> {
    return new Tab(devtools, await devtools.openTab());
  }

  /** Opens the address; resolves when it is loaded and something there matches the selector. */
  async goto(url: string, selector: string): Promise<void> {
    await this.#devtools.send('Page.navigate', { url }, this.#session);
    const isThere = (wanted: string) =>
      document.readyState === 'complete' && document.querySelector(wanted) !== null ? true : undefined;
    await until(() => this.evaluate(isThere, selector), `${selector} at ${url}`);
  }

  /** Runs the function in the page, where nothing around it exists; resolves with what its promise does. */
  async evaluate<A, T>(run: (given: A) => T | Promise<T>, given: A): Promise<T> {
    const expression = `(${run})(${JSON.stringify(given)})`;
    const asked = { expression, awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = await this.#devtools.send('Runtime.evaluate', asked, this.#session);
    if (exceptionDetails) throw new Error(`The page failed: ${JSON.stringify(exceptionDetails)}`);
    return (result as { value: T }).value;
  }

  /** Chooses the file in the first field that the selector matches, as a person would. */
  async chooseFile(selector: string, file: string): Promise<void> {
    const expression = `document.querySelector(${JSON.stringify(selector)})`;
    const { result } = await this.#devtools.send('Runtime.evaluate', { expression }, this.#session);
    const { objectId } = result as { objectId: string };
    await this.#devtools.send('DOM.setFileInputFiles', { files: [file], objectId }, this.#session);
  }

  async close(): Promise<void> {
    await this.#devtools.send('Page.close', {}, this.#session);
  }
}
