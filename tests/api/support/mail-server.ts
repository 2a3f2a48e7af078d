import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { until } from '#tests/support/processes.ts';
import { testCertificate } from './certificate.ts';
import { type ReadMail, readMail } from './read-mail.ts';

type Received = ReadMail & { to: string[]; from: string; overTls: boolean; user: string | undefined };

/** Answer of a receiving server to the next mail; undefined means that it takes it. */
type Said = { code: number; text: string } | 'silence' | undefined;
type Answer = (recipient: string) => Said | Promise<Said>;

/** A real SMTP server on the loopback that keeps what it takes. */
export class MailServer {
  readonly received: Received[] = [];
  /** Attempted sign-ins, with the password and whether the connection was encrypted. */
  readonly signIns: { user: string; password: string; overTls: boolean }[] = [];
  answer: Answer = () => undefined;
  readonly #options: SMTPServerOptions;
  readonly #host: string;
  #server: SMTPServer | undefined;
  #port = 0;

  private constructor(options: SMTPServerOptions, host: string, port: number) {
    this.#options = options;
    this.#host = host;
    this.#port = port;
  }

  static async start(options: SMTPServerOptions = {}, { host = '127.0.0.1', port = 0 } = {}): Promise<MailServer> {
    const server = new MailServer(options, host, port);
    await server.start();
    return server;
  }

  get port(): number {
    return this.#port;
  }

  async start(): Promise<void> {
    const server = new SMTPServer({
      authOptional: true,
      disableReverseLookup: true,
      closeTimeout: 100,
      allowInsecureAuth: true,
      ...testCertificate(),
      onAuth: ({ username, password }, session, done) => {
        this.signIns.push({ user: username ?? '', password: password ?? '', overTls: session.secure });
        if (password === 'верный') done(null, { user: username ?? '' });
        else done(refusal(535, 'Authentication failed'));
      },
      onRcptTo: ({ address }, _session, done) => {
        void Promise.resolve(this.answer(address)).then((answer) => {
          if (answer !== 'silence') done(answer ? refusal(answer.code, answer.text) : null);
        });
      },
      onData: (stream, session, done) => {
        void text(stream)
          .then(async (raw) => {
            this.received.push({
              ...(await readMail(raw)),
              to: session.envelope.rcptTo.map(({ address }) => address),
              from: session.envelope.mailFrom ? session.envelope.mailFrom.address : '',
              overTls: session.secure,
              user: session.user,
            });
          })
          .then(() => done(), done);
      },
      ...this.#options,
    });
    // A client that disconnects is part of the tests.
    server.on('error', () => undefined);
    const listener = server.listen(this.#port, this.#host);
    await once(listener, 'listening');
    const address = listener.address();
    if (typeof address === 'object' && address) this.#port = address.port;
    this.#server = server;
  }

  /** Resolves with the first mail to this person with this subject, once it is there. */
  mail(to: string, subject: string): Promise<Received> {
    const found = () => this.received.find((mail) => mail.to.includes(to) && mail.headers.get('subject') === subject);
    return until(found, `«${subject}» for ${to}`);
  }

  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (server) await new Promise<void>((resolve) => server.close(() => resolve()));
  }
}

export function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}
