import { ActionIcon, type ActionIconProps, Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';

type Anchor = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'color' | 'style'> & { ref?: Ref<HTMLAnchorElement> };

/** A link to a screen that looks like a button. */
export const ButtonLink = createLink((props: ButtonProps & Anchor) => <Button component="a" {...props} />);

/** A link to a screen that looks like an icon button. It needs an `aria-label`. */
export const IconLink = createLink((props: ActionIconProps & Anchor) => <ActionIcon component="a" {...props} />);
