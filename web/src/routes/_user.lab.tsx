import { createFileRoute } from '@tanstack/react-router';
import { NotHereYet } from '../shared/ui/not-here-yet.tsx';

/** The path that emails to sponsors name, for years. */
export const Route = createFileRoute('/_user/lab')({ component: NotHereYet });
