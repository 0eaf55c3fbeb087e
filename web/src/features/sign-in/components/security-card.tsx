import type { ReactNode } from 'react';
import { Icon } from '../../../shared/icons/icon.tsx';
import type { IconName } from '../../../shared/icons/icon-shapes.tsx';
import { Sign } from '../../../shared/ui/sign.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { Text } from '../../../shared/ui/text.tsx';
import classes from './security-card.module.css';

type SecurityCardProps = { id: string; icon: IconName; title: string; text: ReactNode; children?: ReactNode };

/** One way to sign in, or one place that is signed in, with what can be done about it. */
export function SecurityCard({ id, icon, title, text, children }: SecurityCardProps) {
  return (
    <section className={classes.card} id={id} aria-labelledby={`${id}-title`}>
      <Sign kind="accent" className={classes.icon}>
        <Icon name={icon} />
      </Sign>
      <Stack gap={3} breaks className={classes.body}>
        <Text as="h2" id={`${id}-title`} size="lg" weight={600}>
          {title}
        </Text>
        <div className={classes.text}>{text}</div>
        {children}
      </Stack>
    </section>
  );
}
