import { createFileRoute } from '@tanstack/react-router';
import { ProfileScreen } from '../features/account/screens/profile-screen.tsx';

export const Route = createFileRoute('/_user/me/profile')({ component: ProfileScreen });
