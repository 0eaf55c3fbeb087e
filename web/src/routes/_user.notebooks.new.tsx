import { createFileRoute } from '@tanstack/react-router';
import { NotebookScreen } from '../features/journal/screens/notebook-screen.tsx';

export const Route = createFileRoute('/_user/notebooks/new')({ component: () => <NotebookScreen notebook={null} /> });
