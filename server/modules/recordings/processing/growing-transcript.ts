import { lockProtocol } from '#server/modules/protocols/index.ts';
import type { Database, Db } from '#server/platform/db/index.ts';
import { carryLines, dropEarlierLines } from '#server/schema/derived/earlier-lines.ts';
import {
  addLines,
  beginTranscript,
  endTranscript,
  findGrowing,
  findTranscript,
  forgetRecognised,
  type Recorded,
  segmentsOf,
  speakersOf,
  type TranscriptRow,
} from '#server/schema/derived/transcript-rows.ts';
import type { RecognisedPiece, RecognitionProgress } from './recognition-progress.ts';
import type { StepContext } from './step.ts';

/** The run that adds the lines. */
type Grower = Pick<StepContext, 'requireTurn'> & { run: number };

/**
 * The transcript of a recording while it is being recognised. Lines are added and never overwritten, so that a person
 * may correct them meanwhile; if a person has put something else in its place, it continues beside that as a draft. Where
 * it replaces an earlier transcript, the lines of that one stay until they are recognised again.
 */
export class GrowingTranscript {
  readonly #database: Database;
  readonly #recorded: Recorded;
  readonly #progress: RecognitionProgress;
  readonly #run: number;
  readonly #requireTurn: StepContext['requireTurn'];
  /** A person has discarded the draft that was growing beside their transcript: it does not return in this run. */
  #isPutAway = false;
  /** Nothing was heard, and an earlier transcript is still there. */
  #isEarlierKept = false;

  /** @param heard modified as the transcript grows; the caller stores it, so that a killed server can continue */
  constructor(database: Database, recorded: Recorded, progress: RecognitionProgress, { run, requireTurn }: Grower) {
    this.#database = database;
    this.#recorded = recorded;
    this.#progress = progress;
    this.#run = run;
    this.#requireTurn = requireTurn;
  }

  /** Deletes the transcript recognised from a previous recording, unless it is one that continues. */
  async prepare(): Promise<void> {
    await this.#locked(async (db) => {
      const growing = await this.#find(db);
      const { transcript, earlier } = this.#progress;
      if (growing) this.#isDraft = growing.isDraft;
      else if (transcript && this.#isDraft) this.#isPutAway = true;
      else if (!earlier || !(await findGrowing(db, earlier))) await forgetRecognised(db, this.#recorded);
    });
  }

  get #isDraft(): boolean {
    return this.#progress.draft === this.#run;
  }

  set #isDraft(is: boolean) {
    this.#progress.draft = is ? this.#run : undefined;
  }

  get note(): string | undefined {
    if (this.#isPutAway) return 'Новая расшифровка отложена';
    if (this.#isEarlierKept) return 'Прежняя расшифровка сохранена';
    return this.#isDraft ? 'Исправленная расшифровка сохранена, новая лежит рядом для сравнения' : undefined;
  }

  /** Adds the lines of these pieces; a repeated piece is added only once. */
  async add(pieces: readonly RecognisedPiece[]): Promise<void> {
    if (this.#isPutAway || pieces.every(({ lines }) => lines.length === 0)) return;
    await this.#locked(async (db) => {
      const growing = await this.#find(db);
      if (growing) return this.#addTo(db, growing, pieces);
      await this.#begin(db);
    });
  }

  /** Ends the transcript: everything has been recognised. An earlier one stays if nothing was heard. */
  async end(): Promise<void> {
    await this.#locked(async (db) => {
      const growing = await this.#find(db);
      if (growing) {
        // A person may have accepted the draft, or put another transcript in its place, since it began.
        this.#isDraft = growing.isDraft;
        await dropEarlierLines(db, growing.id);
        await endTranscript(db, growing);
      } else if (!this.#isPutAway) await this.#endWithoutLines(db);
    });
  }

  async #endWithoutLines(db: Db): Promise<void> {
    const earlier = await findTranscript(db, this.#recorded);
    // A transcript with lines may have been deleted since.
    if (!earlier || this.#progress.heard.some(({ lines }) => lines.length > 0)) return this.#begin(db);
    this.#isEarlierKept = (await segmentsOf(db, earlier.id)).length > 0;
  }

  /** Makes the incomplete transcript searchable after the recognition has failed or was cancelled. */
  async pause(): Promise<void> {
    const always = async () => undefined;
    await this.#locked(async (db) => {
      const growing = await this.#find(db);
      if (growing) await endTranscript(db, growing);
    }, always);
  }

  async #begin(db: Db): Promise<void> {
    if (this.#progress.transcript && this.#isDraft) {
      this.#isPutAway = true;
      return;
    }
    const before = await findTranscript(db, this.#recorded);
    const earlier = before ? await segmentsOf(db, before.id) : [];
    const { id, isDraft } = await beginTranscript(db, this.#recorded, { source: 'service' });
    this.#progress.transcript = id;
    this.#isDraft = isDraft;
    await this.#addTo(db, { id, speakers: [] }, this.#progress.heard);
    if (!isDraft) await carryLines(db, id, earlier, this.#heardUntil);
  }

  async #addTo(db: Db, { id, speakers }: Pick<TranscriptRow, 'id' | 'speakers'>, pieces: readonly RecognisedPiece[]) {
    const lines = linesOfPieces(id, pieces);
    // A voice that a person has renamed keeps that name.
    const names = speakers.length > 0 ? await this.#namesIn(db, id) : undefined;
    await addLines(
      db,
      id,
      lines.map((line) => ({ ...line, speaker: names?.get(line.speaker ?? '') ?? line.speaker })),
    );
    await dropEarlierLines(db, id, this.#heardUntil);
  }

  /** The second up to which everything has been recognised. */
  get #heardUntil(): number {
    return Math.max(0, ...this.#progress.heard.map(({ end }) => end));
  }

  /** Returns the present name of each voice in the existing lines, if all of them agree. */
  async #namesIn(db: Db, id: string): Promise<ReadonlyMap<string, string>> {
    const now = await speakersOf(db, id);
    const found = new Map<string, Set<string>>();
    for (const line of linesOfPieces(id, this.#progress.heard)) {
      const name = now.get(line.id);
      if (name) found.set(line.speaker ?? '', (found.get(line.speaker ?? '') ?? new Set()).add(name));
    }
    return new Map([...found].flatMap(([voice, names]) => (names.size === 1 ? [[voice, [...names][0] ?? voice]] : [])));
  }

  async #find(db: Db): Promise<TranscriptRow | undefined> {
    const { transcript } = this.#progress;
    return transcript === undefined ? undefined : findGrowing(db, transcript);
  }

  /** @param allowed throws if another node has taken over; nothing is changed then */
  #locked(work: (db: Db) => Promise<void>, allowed = this.#requireTurn): Promise<void> {
    return this.#database.db.transaction(async (db) => {
      await lockProtocol(db, this.#recorded.protocolId);
      await allowed(db);
      await work(db);
    });
  }
}

/** Returns the lines of these pieces; their ids are derived from the pieces, so that none is added twice. */
function linesOfPieces(id: string, pieces: readonly RecognisedPiece[]) {
  return pieces.flatMap(({ voice = 0, start, lines }) =>
    lines.map((line, place) => ({ ...line, id: `${id}-${voice}-${start}-${place}` })),
  );
}
