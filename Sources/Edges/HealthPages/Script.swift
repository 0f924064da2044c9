/// The script of the pages of a server, which adds what a hand expects: a line with values under
/// the pointer, arrow keys, `/` for the search, and spans that are drawn with the pointer or with
/// Shift. It reads the page and leads to addresses; it asks no server, keeps nothing, and needs no
/// words of its own. Everything can be done without it.
package enum PageScript {
  package static let text = #"""
    'use strict';
    (() => {
    const all = (from, what) => [...from.querySelectorAll(what)];
    const make = (svg, name, classes) => {
      const one = document.createElementNS(svg.namespaceURI, name);
      one.setAttribute('class', classes);
      one.setAttribute('pointer-events', 'none');
      one.setAttribute('aria-hidden', 'true');
      svg.append(one);
      return one;
    };
    const lead = address => { location.href = address; };

    // Periods: 2026, 2026-03, 2026-03-14 and 2026-W11 begin on a day and end before another.
    const day = time => new Date(time).toISOString().slice(0, 10);
    const days = text => {
      const part = /^(\d{4})(?:-(\d\d)(?:-(\d\d))?|-W(\d\d))?$/.exec(text);
      if (!part) return null;
      const [year, month, date, week] = part.slice(1).map(Number);
      if (part[4]) {
        const fourth = Date.UTC(year, 0, 4);
        const start = fourth + ((week - 1) * 7 - (new Date(fourth).getUTCDay() + 6) % 7) * 864e5;
        return [day(start), day(start + 7 * 864e5)];
      }
      const start = Date.UTC(year, (month || 1) - 1, date || 1);
      const end = part[3] ? start + 864e5
        : part[2] ? Date.UTC(year, month, 1) : Date.UTC(year + 1, 0, 1);
      return [day(start), day(end)];
    };
    // The days that the address of a mark names.
    const named = address => {
      const query = address.searchParams;
      const [from, to] = [query.get('from'), query.get('to')];
      return from && to ? [from, to] : days(query.get('period') || query.get('on') || '');
    };
    // The address from one mark to another, which differ in their time alone.
    const span = (one, other) => {
      if (!one.href || !other.href) return null;
      const ends = [one, other].map(mark => new URL(mark.href.baseVal, document.baseURI));
      const [first, last] = ends.map(named);
      if (!first || !last || ends[0].pathname !== ends[1].pathname) return null;
      const query = ends[0].searchParams;
      ['period', 'on', 'from', 'to'].forEach(name => query.delete(name));
      query.set('from', first[0] < last[0] ? first[0] : last[0]);
      query.set('to', first[1] > last[1] ? first[1] : last[1]);
      return ends[0].href;
    };

    const draw = svg => {
      const marks = all(svg, 'a,g').filter(mark => mark.querySelector(':scope>title'))
        .map(mark => {
          const box = mark.getBBox();
          const text = mark.querySelector('title').textContent;
          return { mark, text, left: box.x, right: box.x + box.width, x: box.x + box.width / 2,
            y: box.y + box.height / 2, height: box.height };
        }).sort((one, other) => one.x - other.x);
      if (!marks.length) return;
      const height = svg.viewBox.baseVal.height;
      const isRow = marks.every(one => one.y > 0);
      const rule = make(svg, 'path', 'base dash');
      const shade = make(svg, 'path', 'f-sleep pale');
      const said = document.createElement('output');
      said.className = 'note';
      said.style.display = 'block';
      said.style.minHeight = '1.5em';
      svg.after(said);
      svg.style.touchAction = 'pan-y';
      let [start, isDrag, isDown] = [null, false, false];

      const clear = () => {
        [rule, shade].forEach(path => path.removeAttribute('d'));
        [said.textContent, start, isDrag, isDown] = ['', null, false, false];
      };
      const show = (one, from) => {
        rule.setAttribute('d', `M${one.x} 8V${height - 20}`);
        said.textContent = from && from !== one ? `${from.text} … ${one.text}` : one.text;
        if (!from || from === one) return shade.removeAttribute('d');
        const [left, right] =
          [Math.min(from.left, one.left), Math.max(from.right, one.right)];
        shade.setAttribute('d', `M${left} 8H${right}V${height - 20}H${left}z`);
      };
      const at = event => {
        const point = new DOMPoint(event.clientX, event.clientY)
          .matrixTransform(svg.getScreenCTM().inverse());
        // Beside one another the nearest in time counts; above one another the one that is met.
        const far = one => Math.max(one.left - point.x, point.x - one.right, 0) * 1e3
          + Math.abs(one.x - point.x) + (isRow ? Math.abs(one.y - point.y) / 1e3 : 0);
        const met = marks.filter(one => Math.abs(one.y - point.y) <= one.height / 2);
        const near = met.length ? met : marks;
        return near.reduce((best, one) => far(one) < far(best) ? one : best);
      };
      const go = (one, other) => {
        const address = one !== other && span(one.mark, other.mark);
        if (address) lead(address);
        return Boolean(address);
      };

      svg.addEventListener('dragstart', event => event.preventDefault());
      svg.addEventListener('pointerdown', event => {
        if (event.button || !event.isPrimary) return;
        [start, isDown, isDrag] = [at(event), true, false];
      });
      svg.addEventListener('pointermove', event => {
        const one = at(event);
        if (isDown && one !== start && span(start.mark, one.mark)) isDrag = true;
        show(one, isDrag ? start : null);
      });
      svg.addEventListener('pointerup', event => {
        isDown = false;
        if (isDrag) go(start, at(event));
      });
      svg.addEventListener('pointerleave', clear);
      svg.addEventListener('pointercancel', clear);
      // What was drawn as a span is no click on its last mark.
      svg.addEventListener('click', event => { if (isDrag) event.preventDefault(); }, true);

      const links = marks.filter(one => one.mark.href);
      // One stop for the tab key in a drawing; arrows lead on from there.
      links.forEach((one, index) => one.mark.setAttribute('tabindex', index ? '-1' : '0'));
      svg.addEventListener('focusin', event => {
        const one = links.find(one => one.mark === event.target);
        if (one) show(one, start);
      });
      svg.addEventListener('focusout', event => {
        if (!svg.contains(event.relatedTarget)) clear();
      });
      svg.addEventListener('keydown', event => {
        const now = links.findIndex(one => one.mark === document.activeElement);
        if (now < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
        const next = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: links.length - 1 }
          [event.key];
        if (next !== undefined) {
          const to = links[Math.max(0, Math.min(links.length - 1, next))];
          start = event.shiftKey ? start || links[now] : null;
          links[now].mark.setAttribute('tabindex', '-1');
          to.mark.setAttribute('tabindex', '0');
          to.mark.focus();
          show(to, start);
        } else if (event.key === 'Escape') {
          start = null;
          show(links[now]);
        } else if (event.key !== 'Enter' || !start || !go(start, links[now])) {
          return;
        }
        event.preventDefault();
        event.stopPropagation();
      });
    };
    all(document, 'main svg').forEach(draw);

    // Keys of the page: to the periods before and after, and to the search.
    const field = document.querySelector('form[action*="search"] input:not([type=hidden])');
    const near = all(document, 'header nav a');
    const keys = {
      ArrowLeft: () => near.find(link => link.textContent.startsWith('←')),
      ArrowRight: () => near.find(link => link.textContent.endsWith('→')),
    };
    document.addEventListener('keydown', event => {
      const isTyping = event.target.closest('input,textarea,select,[contenteditable]');
      if (isTyping || event.altKey || event.ctrlKey || event.metaKey || event.isComposing) return;
      if (event.key === '/') {
        event.preventDefault();
        if (field) return field.focus();
        if (near[0]) lead(near[0].href.split('#')[0] + '#search');
        return;
      }
      // A table that can be scrolled keeps its arrows.
      const box = event.target.closest('.wide');
      if (event.shiftKey || box && box.scrollWidth > box.clientWidth) return;
      const link = keys[event.key] && keys[event.key]();
      if (link) lead(link.href);
    });
    if (field && location.hash === '#search') field.focus();
    })();
    """#
}
