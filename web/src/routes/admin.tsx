import { createFileRoute, Outlet } from '@tanstack/react-router';
import { AdminFrame } from '../features/operations/components/admin-frame.tsx';

export const Route = createFileRoute('/admin')({
  component: () => (
    <AdminFrame>
      <Outlet />
    </AdminFrame>
  ),
});
