import type { ServerState } from '#contract/state/state.ts';
import { formatAbout, formatBytes } from '#src/format/index.ts';
import styles from './state-tab.module.css';

type Speech = ServerState['speech'];
type Model = NonNullable<Speech['model']>;

/** The speech recogniser in use, or how an administrator connects one. */
export function SpeechWords({ speech: { connected, address, model } }: { speech: Speech }) {
  if (model?.problem) {
    return (
      <>
        <p className={styles.bad}>{model.problem}</p>
        <p>
          Папка: <code>{model.folder}</code>
        </p>
      </>
    );
  }
  if (model) return <ModelFacts model={model} />;
  return connected ? address : <HowToConnect />;
}

function HowToConnect() {
  return (
    <>
      <p>
        Записи хранятся и проигрываются, но расшифровки нет, если её нет в самом файле. Подключить можно двумя
        способами.
      </p>
      <p>
        На этой же машине: наберите <code>npm run speech:model -- get</code>, задайте серверу папку, которую назовёт
        команда, в <code>SPEECH_MODEL</code> и перезапустите его. Записи никуда не уходят.
      </p>
      <p>
        Отдельной службой: задайте серверу её адрес в <code>TRANSCRIBE_URL</code> и перезапустите его.
      </p>
    </>
  );
}

function ModelFacts({ model }: { model: Model }) {
  const { name, kind, size, licence, russian, marks, vad, speed, memory, folder } = model;
  const facts = [
    kind,
    russian ? 'русский язык' : 'несколько языков, задан русский',
    formatBytes(size ?? 0),
    licence ? `лицензия ${licence}` : 'лицензия не указана',
  ];
  return (
    <>
      <p>
        Модель {name} на этой машине: {facts.filter(Boolean).join(', ')}. Папка: <code>{folder}</code>
      </p>
      <p>
        {speed
          ? `Час записи распознаётся ${formatAbout(3600 / speed)}`
          : 'Скорость на этой машине ещё не измерена: нажмите «Проверить»'}
        {memory ? `, памяти занято ${formatBytes(memory)}` : ''}.
      </p>
      {marks ? null : <p>Знаки препинания модель не пишет: их расставляют простые правила.</p>}
      {vad ? null : (
        <p>
          В папке нет файла <code>silero_vad.onnx</code>: распознаётся всё, что не тихо, и шум тоже.
        </p>
      )}
    </>
  );
}
