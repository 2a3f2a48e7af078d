import styles from './protocol-list.module.css';

/** The columns of the list. */
export function ProtocolListHead() {
  return (
    <>
      <th scope="col" className={styles.number}>
        №
      </th>
      <th scope="col">Название</th>
      <th scope="col">Дата</th>
      <th scope="col">Стадия</th>
      <th scope="col" className={styles.tasks}>
        Поручения
      </th>
      <th scope="col" className={styles.members}>
        Участники
      </th>
      <th scope="col" className={styles.menu}>
        <span className="visually-hidden">Действия</span>
      </th>
    </>
  );
}
