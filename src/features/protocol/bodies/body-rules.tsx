import { Controller, useController, useFormContext, useWatch } from 'react-hook-form';
import { numberOf } from '#contract/bodies/body.ts';
import { neededFor, type QuorumRule } from '#contract/bodies/quorum.ts';
import { isVoting } from '#contract/bodies/quorum-count.ts';
import { type Reminder, reminders } from '#contract/bodies/reminders.ts';
import { bodyGenitive, meetingGenitive } from '#contract/text/genitive.ts';
import { useTemplates } from '#src/data/protocol/index.ts';
import { useOffers } from '#src/data/provider/index.ts';
import { counted } from '#src/format/index.ts';
import { FieldRow, fieldStyles, layout, SelectField, TextField, Tick } from '#src/ui/index.ts';
import { byCount, quorumChoices, quorumTitle, unusual } from '../editing/quorum-choices.ts';
import { type BodyForm, numberingOf, ruleOf } from './body-form-values.ts';

/** Name of the body, its genitive for the heading of a protocol, and the kind and place of its meetings. */
export function BodyName({ autoFocus, kinds }: { autoFocus: boolean; kinds: readonly string[] }) {
  const { control, register, formState, getValues } = useFormContext<BodyForm>();
  const { errors } = formState;
  const [name, written, kind] = useWatch({ control, name: ['name', 'name_genitive', 'kind'] });
  const genitive = written ?? bodyGenitive(name);
  const heading = `${meetingGenitive(kind.trim()) || 'заседания'} ${genitive}`;
  const own = getValues('kind');
  return (
    <>
      <TextField
        label="Название"
        aria-required
        autoComplete="off"
        autoFocus={autoFocus}
        placeholder="Бюджетная комиссия"
        error={errors.name?.message}
        {...register('name')}
      />
      <FieldRow>
        <SelectField label="Что проводит" error={errors.kind?.message} {...register('kind')}>
          <option value="">Не указано</option>
          {(!own || kinds.includes(own) ? kinds : [own, ...kinds]).map((each) => (
            <option key={each}>{each}</option>
          ))}
        </SelectField>
        <Controller
          control={control}
          name="name_genitive"
          render={({ field, fieldState }) => (
            <TextField
              label="Название в родительном падеже"
              autoComplete="off"
              ref={field.ref}
              name={field.name}
              value={genitive}
              hint={genitive.trim() ? `В заголовке: ПРОТОКОЛ ${heading}` : 'Так название стоит в заголовке протокола'}
              error={fieldState.error?.message}
              onChange={({ currentTarget }) => field.onChange(currentTarget.value)}
              onBlur={() => {
                // Once emptied, the field follows the name again.
                if (field.value !== null && field.value.trim() === '') field.onChange(null);
                field.onBlur();
              }}
            />
          )}
        />
      </FieldRow>
      <TextField label="Место" autoComplete="off" error={errors.place?.message} {...register('place')} />
    </>
  );
}

/** Rules of a body: quorum, numbering of protocols, approval, and whether the chairman is listed. */
export function BodyRules({ before }: { before: QuorumRule | null }) {
  const { control, register, formState, setValue } = useFormContext<BodyForm>();
  const { errors } = formState;
  const [quorum, quorum_count, members, approval, is_own_series, prefix, suffix] = useWatch({
    control,
    name: ['quorum', 'quorum_count', 'members', 'approval', 'is_own_series', 'prefix', 'suffix'],
  });
  const voters = members.filter((member) => isVoting(member, before)).length;
  return (
    <section aria-labelledby="body-rules" className={layout.stack(4)}>
      <h2 id="body-rules">Правила</h2>
      <FieldRow>
        <SelectField
          label="Кворум"
          hint={quorumHint(ruleOf({ quorum, quorum_count }, before), voters)}
          {...register('quorum')}
        >
          <option value="">Не определён</option>
          {quorumChoices.map(({ value, title }) => (
            <option key={value} value={value}>
              {title}
            </option>
          ))}
          <option value={byCount}>Не менее числа человек</option>
          {quorum === unusual ? <option value={unusual}>{quorumTitle(before)}</option> : null}
        </SelectField>
        {quorum === byCount ? (
          <TextField
            label="Сколько человек"
            inputMode="numeric"
            autoComplete="off"
            {...tooMany(quorum_count, voters)}
            error={errors.quorum_count?.message}
            {...register('quorum_count')}
          />
        ) : null}
      </FieldRow>
      <FieldRow>
        <SelectField
          label="Номера протоколов"
          hint={
            is_own_series
              ? `Первый в году: № ${numberOf(numberingOf({ is_own_series, prefix, suffix }), 1)}`
              : 'По порядку со всеми протоколами'
          }
          value={is_own_series ? 'own' : 'shared'}
          onChange={({ currentTarget }) =>
            setValue('is_own_series', currentTarget.value === 'own', { shouldDirty: true })
          }
        >
          <option value="shared">Общие</option>
          <option value="own">Свои, с первого номера каждый год</option>
        </SelectField>
        {is_own_series ? (
          <FieldRow>
            <TextField
              label="Перед номером"
              autoComplete="off"
              error={errors.prefix?.message}
              {...register('prefix')}
            />
            <TextField label="После номера" autoComplete="off" error={errors.suffix?.message} {...register('suffix')} />
          </FieldRow>
        ) : null}
      </FieldRow>
      <SelectField label="«УТВЕРЖДАЮ» в итоговом протоколе" {...register('approval')}>
        <option value="usual">Как принято в организации</option>
        <option value="printed">Печатать</option>
        <option value="none">Не печатать</option>
      </SelectField>
      {approval === 'printed' ? (
        <FieldRow>
          <TextField
            label="Должность утверждающего"
            autoComplete="off"
            hint="Если пусто, как в настройках организации"
            error={errors.approver_position?.message}
            {...register('approver_position')}
          />
          <TextField
            label="Фамилия, имя, отчество утверждающего"
            autoComplete="off"
            error={errors.approver_name?.message}
            {...register('approver_name')}
          />
        </FieldRow>
      ) : null}
      <SelectField label="Председательствующий в списке присутствовавших" {...register('chairman_listed')}>
        <option value="usual">Как принято в организации</option>
        <option value="listed">Указывать</option>
        <option value="none">Не указывать</option>
      </SelectField>
      <BodyReminders />
      <BodyTemplate />
    </section>
  );
}

const reminderWords: Record<Reminder, string> = {
  due_3: 'За три дня до срока',
  due_1: 'За день до срока и в день срока',
  overdue: 'О просрочке: на следующий день, затем раз в неделю',
};

/** Days on which assignees are reminded of tasks, where the server sends reminders. */
function BodyReminders() {
  const { control } = useFormContext<BodyForm>();
  const { notices } = useOffers();
  const { field } = useController({ control, name: 'reminders' });
  if (!notices) return null;
  return (
    <fieldset className={layout.stack(1)}>
      <legend className={fieldStyles.label}>Напоминать исполнителям о поручениях</legend>
      {reminders.map((each) => (
        <Tick
          key={each}
          ref={each === reminders[0] ? field.ref : undefined}
          checked={field.value.includes(each)}
          onChange={({ currentTarget }) =>
            field.onChange(
              reminders.filter((other) => (other === each ? currentTarget.checked : field.value.includes(other))),
            )
          }
          onBlur={field.onBlur}
        >
          {reminderWords[each]}
        </Tick>
      ))}
    </fieldset>
  );
}

/** Template of the organisation for the DOCX files of its protocols; nothing where there are no templates. */
function BodyTemplate() {
  const { control, formState, setValue } = useFormContext<BodyForm>();
  const chosen = useWatch({ control, name: 'template_id' });
  const templates = useTemplates();
  if (templates.length === 0 && !chosen) return null;
  return (
    <SelectField
      label="Шаблон DOCX"
      hint="По нему печатается полный протокол в DOCX. PDF и другие документы остаются обычными"
      error={formState.errors.template_id?.message}
      value={chosen}
      // Controlled, because the options come after the value: an uncontrolled select would show the first of them.
      onChange={({ currentTarget }) => setValue('template_id', currentTarget.value, { shouldDirty: true })}
    >
      <option value="">Обычный вид</option>
      {templates.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
      {chosen && !templates.some(({ id }) => id === chosen) ? <option value={chosen}>Выбранный раньше</option> : null}
    </SelectField>
  );
}

/** Returns the number of people that the rule requires at present, out of those who vote. */
function quorumHint(rule: QuorumRule | null, voters: number): string {
  const needed = neededFor(rule, voters);
  if (needed === null || voters === 0) return 'Сколько членов должно присутствовать, чтобы решать';
  return `Сейчас это ${needed} из ${voters}`;
}

function tooMany(typed: string, voters: number): { hint?: string } {
  if (!/^\d+$/.test(typed) || voters === 0 || Number(typed) <= voters) return {};
  return { hint: `Решают ${counted(voters, 'человек', 'человека', 'человек')}: столько не соберётся` };
}
