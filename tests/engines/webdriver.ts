/** The key under which the protocol names an element: https://www.w3.org/TR/webdriver/#elements */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

interface Started {
  sessionId: string;
  capabilities: { browserName: string; browserVersion: string };
}

/** A client of W3C WebDriver, of the few commands that are used. */
export class WebDriver {
  readonly browser: string;
  readonly #session: string;

  private constructor(session: string, browser: string) {
    this.#session = session;
    this.browser = browser;
  }

  /** @param driver the driver's address */
  static async start(driver: string, capabilities: object): Promise<WebDriver> {
    const started = await ask<Started>('POST', `${driver}/session`, { capabilities: { alwaysMatch: capabilities } });
    const { browserName, browserVersion } = started.capabilities;
    return new WebDriver(`${driver}/session/${started.sessionId}`, `${browserName} ${browserVersion}`);
  }

  resize = (width: number, height: number): Promise<void> =>
    ask('POST', `${this.#session}/window/rect`, { x: 0, y: 0, width, height });

  open = (address: string): Promise<void> => ask('POST', `${this.#session}/url`, { url: address });

  evaluate<T>(expression: string): Promise<T> {
    const script = `const done = arguments[0]; Promise.resolve(${expression}).then(done)`;
    return ask('POST', `${this.#session}/execute/async`, { script, args: [] });
  }

  async click(selector: string): Promise<void> {
    await ask('POST', `${await this.#element(selector)}/click`, {});
  }

  /** Sends keys to an element, or a path to a file field. */
  async type(selector: string, text: string): Promise<void> {
    await ask('POST', `${await this.#element(selector)}/value`, { text });
  }

  end = (): Promise<void> => ask('DELETE', this.#session);

  async #element(selector: string): Promise<string> {
    const found = await ask<Record<string, string>>('POST', `${this.#session}/element`, {
      using: 'css selector',
      value: selector,
    });
    return `${this.#session}/element/${found[elementKey]}`;
  }
}

async function ask<T>(method: 'POST' | 'DELETE', address: string, body?: object): Promise<T> {
  const answer = await fetch(address, { method, ...(body ? { body: JSON.stringify(body) } : {}) });
  const { value } = (await answer.json()) as { value: T & { error?: string; message?: string } };
  if (!answer.ok) throw new Error(`${method} ${new URL(address).pathname}: ${value.error}: ${value.message}`);
  return value;
}
