import { type ComponentProps, lazy, Suspense } from 'react';
import { FormBars } from '../editing/form-skeleton.tsx';
import type { TaskForm } from './task-form.tsx';

export const loadTaskForm = () => import('./task-form.tsx');
const Form = lazy(async () => ({ default: (await loadTaskForm()).TaskForm }));

/** Form of a task; it is loaded with its pickers when it is opened or about to be. */
export function LazyTaskForm(props: ComponentProps<typeof TaskForm>) {
  return (
    <Suspense fallback={<FormBars />}>
      <Form {...props} />
    </Suspense>
  );
}
