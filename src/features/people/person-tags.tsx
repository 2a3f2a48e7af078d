import X from 'lucide-react/icons/x';
import { Button } from 'react-aria-components/Button';
import { Tag, TagGroup, TagList } from 'react-aria-components/TagGroup';
import { Icon, layout } from '#src/ui/index.ts';
import styles from './person-picker.module.css';

interface PersonTagsProps {
  label: string;
  people: { id: string; name: string }[];
  onRemove: (rest: { id: string; name: string }[]) => void;
}

/** The chosen people: one stop of the Tab key, arrows between them, Delete or the cross removes one. */
export function PersonTags({ label, people, onRemove }: PersonTagsProps) {
  return (
    <TagGroup aria-label={label} onRemove={(keys) => onRemove(people.filter(({ id }) => !keys.has(id)))}>
      <TagList items={people} className={layout.row(2)}>
        {({ id, name }) => (
          <Tag id={id} textValue={name} className={styles.tag ?? ''}>
            <bdi>{name}</bdi>
            <Button slot="remove" className={styles.remove ?? ''}>
              <Icon of={X} size={14} />
            </Button>
          </Tag>
        )}
      </TagList>
    </TagGroup>
  );
}
