import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import { useNavigate } from 'react-router-dom';
import { useStore } from 'zustand';
import { classNames } from '../base/class-names.ts';
import { Icon } from '../base/icon.tsx';
import { hideToast, holdToast, releaseToast, toastStore } from './toast.ts';
import styles from './toaster.module.css';

/** The place of the one toast: a live region that is always there, so that what appears in it is read out. */
export function Toaster() {
  const { message, detail, isVisible, protocolId, onOpen, tone, count } = useStore(toastStore);
  const navigate = useNavigate();

  const open = async () => {
    onOpen?.();
    if (protocolId) await navigate(`/main/protocols/${encodeURIComponent(protocolId)}`);
    hideToast();
  };

  return (
    <div role="status" className={styles.toaster}>
      {isVisible ? (
        <button
          key={count}
          type="button"
          className={classNames(styles.toast, tone && styles[tone])}
          onClick={open}
          onFocus={() => holdToast('focus')}
          onBlur={() => releaseToast('focus')}
          onPointerEnter={() => holdToast('pointer')}
          onPointerLeave={() => releaseToast('pointer')}
        >
          <Icon of={tone === 'warn' || tone === 'bad' ? CircleAlert : CircleCheck} />
          <span>
            <span className={styles.message}>{message}</span>
            {detail ? <span className={styles.detail}>{detail}</span> : null}
          </span>
        </button>
      ) : null}
    </div>
  );
}
