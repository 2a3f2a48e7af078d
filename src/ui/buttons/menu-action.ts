import type { LucideIcon } from 'lucide-react';

/** One line of a menu. */
export interface MenuAction {
  id: string;
  title: string;
  icon?: LucideIcon;
  danger?: boolean;
  onAction: () => void;
}
