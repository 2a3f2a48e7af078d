import { join } from 'node:path';
import { BrowserProcess } from '#tests/support/browser-process.ts';
import type { CellRun } from '../cell-run.ts';

/** A browser of the cell's own, on a profile that outlives it, so that it can be killed and started again. */
export class OwnBrowser {
  readonly #process: BrowserProcess;
  readonly #run: CellRun;

  private constructor(run: CellRun, process: BrowserProcess) {
    this.#run = run;
    this.#process = process;
  }

  /** Moves the cell into a browser of its own, signed in, on the protocol's screen. */
  static async open(run: CellRun): Promise<OwnBrowser> {
    const browser = new OwnBrowser(run, new BrowserProcess(join(run.stand.folder, `profile of ${run.protocolId}`)));
    run.atEnd(() => browser.#process.kill());
    await run.page.context().close();
    await browser.#start();
    await run.signIn();
    // Chromium writes localStorage and cookies some seconds late, or when it ends.
    await browser.#process.close();
    await browser.startAgain();
    return browser;
  }

  /** SIGKILL to the browser and all its children. */
  async kill(): Promise<void> {
    await this.#process.kill();
  }

  /** Starts it on its profile and opens the protocol's screen. */
  async startAgain(): Promise<void> {
    await this.#start();
    await this.#run.page.goto(this.#run.address);
  }

  async #start(): Promise<void> {
    const context = await this.#process.start();
    await this.#run.record.watch(context);
    this.#run.page = context.pages()[0] ?? (await context.newPage());
  }
}
