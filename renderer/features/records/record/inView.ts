import type { Attachment } from 'svelte/attachments';

/** Calls `onseen` once, near the visible part of the window. */
export function inView(onseen: () => void): Attachment<Element> {
  return (element) => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        onseen();
      },
      { rootMargin: '100px' },
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
    };
  };
}
