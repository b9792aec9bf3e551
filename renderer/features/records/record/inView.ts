import type { Attachment } from 'svelte/attachments';

/** Calls `onseen` once, when the element comes near the part of the window that is seen. */
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
