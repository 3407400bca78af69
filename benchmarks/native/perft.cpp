// Perft for American (English) and International draughts: the yardstick that says how fast the game can be walked.
//
//     g++ -O3 -march=native -std=c++20 perft.cpp -o perft
//     g++ -O3 -march=native -std=c++20 -shared -fPIC -DLIBRARY perft.cpp -o libperft.so
//
//     perft american|international DEPTH [FEN] [--distinct]
//
// One thread, no hash table, and no move list: a position is three words (own pieces, opponent's pieces, kings of both)
// passed by value, a child is three new words, and the last two plies are counted without making any quiet move.
//
// Captures that take the same pieces in another order count separately, but the stop-overs of a flying king between two
// captures on one straight line count once. With --distinct, equal (origin, destination, captured set) counts once.

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <concepts>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using u64 = std::uint64_t;

#define INLINE inline __attribute__((always_inline))
#define INLINE_LAMBDA __attribute__((always_inline))

// ---------------------------------------------------------------------------------------------------------- boards

// Squares sit in the word with one ghost bit after every second row: square (row, column) is bit
// ((Size + 1) * row + column) / 2. Every diagonal is then one constant shift, and a step over the edge ends on a ghost
// or outside the word; masking the empty squares once is all the wrap-around protection that is needed.
template <int Size>
struct Board {
    static constexpr int size = Size;
    static constexpr int squares = Size * Size / 2;
    static constexpr int bits = (Size + 1) * (Size - 1) / 2 + Size / 2;
    static constexpr int left = Size / 2, right = left + 1;  // one row down, to the left and to the right

    static constexpr u64 square(int index) {
        const int row = index / (Size / 2), column = 2 * (index % (Size / 2)) + 1 - row % 2;
        return u64{1} << ((Size + 1) * row + column) / 2;
    }
    static constexpr u64 range(int first, int last) {
        u64 set = 0;
        for (int index = first; index < last; ++index) set |= square(index);
        return set;
    }
    static constexpr u64 valid = range(0, squares);
    static constexpr u64 top = range(0, Size / 2), bottom = range(squares - Size / 2, squares);

    static constexpr u64 from_plain(u64 plain) {
        u64 set = 0;
        for (; plain; plain &= plain - 1) set |= square(std::countr_zero(plain));
        return set;
    }
};

struct American : Board<8> {
    static constexpr bool flying = false;         // kings run along a whole diagonal
    static constexpr bool men_jump_back = false;
    static constexpr bool majority = false;       // only the captures that take most are legal
};

struct International : Board<10> {
    static constexpr bool flying = true;
    static constexpr bool men_jump_back = true;
    static constexpr bool majority = true;
};

INLINE u64 popcount(u64 set) { return static_cast<u64>(std::popcount(set)); }

// A direction is its signed shift, so the opposite direction is its negative.
template <int D>
INLINE constexpr u64 step(u64 set) {
    if constexpr (D > 0) return set << D;
    else return set >> -D;
}

template <class R, bool Black>
constexpr bool is_forward(int direction) { return (direction > 0) == Black; }

// Calls f.operator()<D>() for the four directions, the loop being unrolled so that every shift is a constant.
template <class R, class F>
INLINE void each_direction(F&& f) {
    f.template operator()<R::left>();
    f.template operator()<R::right>();
    f.template operator()<-R::left>();
    f.template operator()<-R::right>();
}

template <class F>
INLINE void each_bit(u64 set, F&& f) {
    for (; set; set &= set - 1) f(set & -set);
}

// ------------------------------------------------------------------------------------------------------------ rays

template <class R, int D>
constexpr auto ray_table = [] {
    std::array<u64, R::bits> rays{};
    for (int bit = 0; bit < R::bits; ++bit)
        for (u64 square = step<D>(u64{1} << bit) & R::valid; square; square = step<D>(square) & R::valid) rays[bit] |= square;
    return rays;
}();

// The squares beyond `square` in direction D.
template <class R, int D>
INLINE u64 ray(u64 square) { return ray_table<R, D>[std::countr_zero(square)]; }

// The member of a ray that comes first; nothing of nothing.
template <int D>
INLINE u64 nearest(u64 on_ray) {
    if constexpr (D > 0) return on_ray & -on_ray;
    else return std::bit_floor(on_ray);
}

// The empty squares from `square` to the first piece in direction D.
template <class R, int D>
INLINE u64 run(u64 square, u64 empty) {
    const u64 line = ray<R, D>(square), blockers = line & ~empty;
    if constexpr (D > 0) return line & empty & (blockers ^ (blockers - 1));
    else return line & empty & (~u64{0} << (63 - std::countl_zero(blockers | 1)));
}

// -------------------------------------------------------------------------------------- captures of a single piece

// `left` are the pieces that can still be taken. Those taken already stay on the board until the turn ends, so they are
// neither in `left` nor in `empty`; the origin is in `empty` from the first jump.
//
// A count is one word, pieces taken << 32 | ways. Under the majority rule the longest captures replace all others; with
// free choice the length stays zero and ways add up.
constexpr u64 one_piece = u64{1} << 32;

template <class R>
INLINE u64 merge(u64 a, u64 b) {
    if constexpr (!R::majority) return a + b;
    else return (a >> 32) == (b >> 32) ? a + static_cast<std::uint32_t>(b) : std::max(a, b);
}

// A jump was made; `best` counts the ways to go on and `ends` the squares on which it may end if there are none.
template <class R>
INLINE u64 after_jump(u64 best, u64 ends) {
    if constexpr (R::majority) return one_piece + (best ? best : ends);
    else return best ? best : ends;
}

// Men jump in the forward directions or in all; a piece never turns back over what it has just taken (Came, 0 at first).
template <class R, bool Black, bool King, int Came, int D>
constexpr bool may_jump = D != -Came && (King || R::men_jump_back || is_forward<R, Black>(D));

template <class R, bool Black, bool King, int Came = 0>
u64 count_short(u64 square, u64 left, u64 empty) {
    u64 best = 0;
    each_direction<R>([&]<int D>() INLINE_LAMBDA {
        if constexpr (may_jump<R, Black, King, Came, D>) {
            const u64 victim = step<D>(square) & left, landing = step<D>(victim) & empty;
            if (landing) best = merge<R>(best, count_short<R, Black, King, D>(landing, left ^ victim, empty));
        }
    });
    if constexpr (Came == 0) return best;
    else return after_jump<R>(best, 1);
}

template <class R, int D>
INLINE u64 victim_on_ray(u64 square, u64 left, u64 empty) {
    const u64 victim = nearest<D>(ray<R, D>(square) & ~empty) & left;
    return step<-D>(empty) & victim;
}

// The two directions across D.
template <class R, int D>
constexpr int across = D == R::left || D == -R::left ? R::right : R::left;

// A flying king has just taken `victim` in direction D. Going straight on does not depend on where it stops in between
// and counts once; turning does.
template <class R, int D>
u64 count_flying(u64 victim, u64 left, u64 empty) {
    const u64 landings = run<R, D>(victim, empty);
    u64 best = 0;
    const auto go_on = [&]<int E>(u64 from) INLINE_LAMBDA {
        if (const u64 next = victim_on_ray<R, E>(from, left, empty))
            best = merge<R>(best, count_flying<R, E>(next, left ^ next, empty));
    };
    go_on.template operator()<D>(victim);
    each_bit(landings, [&](u64 landing) INLINE_LAMBDA {
        go_on.template operator()<across<R, D>>(landing);
        go_on.template operator()<-across<R, D>>(landing);
    });
    return after_jump<R>(best, popcount(landings));
}

template <class R, bool Black, bool King>
INLINE u64 count_of_piece(u64 square, u64 left, u64 empty) {
    if constexpr (!(King && R::flying)) return count_short<R, Black, King>(square, left, empty | square);
    u64 best = 0;
    each_direction<R>([&]<int D>() INLINE_LAMBDA {
        if (const u64 victim = victim_on_ray<R, D>(square, left, empty | square))
            best = merge<R>(best, count_flying<R, D>(victim, left ^ victim, empty | square));
    });
    return best;
}

// The same walks once more, calling end(destination, left) for every capture. `more` is the number of pieces still to be
// taken under the majority rule, known from the count, so no list of candidates is needed.
template <class R, bool Black, bool King, int Came = 0, class F>
void walk_short(u64 square, u64 left, u64 empty, int more, F&& end) {
    bool stuck = true;
    if (!R::majority || more > 0)
        each_direction<R>([&]<int D>() INLINE_LAMBDA {
            if constexpr (may_jump<R, Black, King, Came, D>) {
                const u64 victim = step<D>(square) & left, landing = step<D>(victim) & empty;
                if (!landing) return;
                stuck = false;
                walk_short<R, Black, King, D>(landing, left ^ victim, empty, more - 1, end);
            }
        });
    if (Came != 0 && stuck && (!R::majority || more == 0)) end(square, left);
}

template <class R, int D, class F>
void walk_flying(u64 victim, u64 left, u64 empty, int more, F&& end) {
    const u64 landings = run<R, D>(victim, empty);
    if (more == 0) return each_bit(landings, [&](u64 landing) INLINE_LAMBDA { end(landing, left); });
    const auto go_on = [&]<int E>(u64 from) INLINE_LAMBDA {
        if (const u64 next = victim_on_ray<R, E>(from, left, empty))
            walk_flying<R, E>(next, left ^ next, empty, more - 1, end);
    };
    go_on.template operator()<D>(victim);
    each_bit(landings, [&](u64 landing) INLINE_LAMBDA {
        go_on.template operator()<across<R, D>>(landing);
        go_on.template operator()<-across<R, D>>(landing);
    });
}

template <class R, bool Black, bool King, class F>
void walk_piece(u64 square, u64 left, u64 empty, int more, F&& end) {
    if constexpr (!(King && R::flying)) return walk_short<R, Black, King>(square, left, empty | square, more, end);
    each_direction<R>([&]<int D>() INLINE_LAMBDA {
        if (const u64 victim = victim_on_ray<R, D>(square, left, empty | square))
            walk_flying<R, D>(victim, left ^ victim, empty | square, more - 1, end);
    });
}

// Reports equal captures of one piece once. Men need to take four pieces to have any. Kings are taken to need two; under
// free choice the length is not known beforehand and every king is treated with care.
template <class R, bool Black, bool King, class F>
void walk_distinct(u64 square, u64 left, u64 empty, int most, F&& end) {
    std::vector<std::pair<u64, u64>> seen;
    walk_piece<R, Black, King>(square, left, empty, most, [&](u64 destination, u64 rest) {
        const std::pair capture{destination, rest};
        if (std::find(seen.begin(), seen.end(), capture) == seen.end()) seen.push_back(capture);
    });
    for (const auto& [destination, rest] : seen) end(destination, rest);
}

// ---------------------------------------------------------------------------------------------- captures of a side

// For each direction, the squares from which a short jump over an opponent is possible. Men have no backward jumps in
// some games; All includes these directions regardless.
template <class R, bool Black, bool All = false>
struct Takeoffs {
    u64 left, right, minus_left, minus_right;

    INLINE Takeoffs(u64 opp, u64 empty)
        : left{of<R::left>(opp, empty)}, right{of<R::right>(opp, empty)},
          minus_left{of<-R::left>(opp, empty)}, minus_right{of<-R::right>(opp, empty)} {}

    template <int D>
    static INLINE u64 of(u64 opp, u64 empty) {
        if constexpr (may_jump<R, Black, All, 0, D>) return step<-D>(opp) & step<-2 * D>(empty);
        else return 0;
    }
    template <int D>
    INLINE u64 in() const { return D == R::left ? left : D == R::right ? right : D == -R::left ? minus_left : minus_right; }

    INLINE u64 any() const { return left | right | minus_left | minus_right; }

    // After a jump in direction D a piece may do all but turn back.
    template <int D>
    INLINE u64 after() const {
        return (D == -R::left ? 0 : left) | (D == -R::right ? 0 : right) |
               (D == R::left ? 0 : minus_left) | (D == R::right ? 0 : minus_right);
    }
};

// The kings that can take something.
template <class R>
INLINE u64 king_jumpers(u64 kings, u64 opp, u64 empty) {
    u64 jumpers = 0;
    if constexpr (R::flying)
        each_bit(kings, [&](u64 king) INLINE_LAMBDA {
            each_direction<R>([&]<int D>() INLINE_LAMBDA { if (victim_on_ray<R, D>(king, opp, empty)) jumpers |= king; });
        });
    else
        jumpers = kings & Takeoffs<R, true, true>(opp, empty).any();
    return jumpers;
}

// Captures of all men, as sets. Up to three jumps a man cannot meet its own traces (it needs four to come round), so the
// landings of all men can jump on together. Forward-only men never make more than three: every jump begins a way, and
// every landing with a choice of two continuations adds one. Under the majority rule the common lengths one and two are
// counted so and the others piece by piece.
template <class R, bool Black>
INLINE u64 count_men(u64 men, u64 opp, u64 empty) {
    const Takeoffs<R, Black> from(opp, empty);
    if (!(men & from.any())) return 0;
    u64 ways = 0, second = 0, third = 0;
    if constexpr (!R::men_jump_back) {
        constexpr int A = Black ? R::left : -R::left, B = Black ? R::right : -R::right;
        const u64 from_a = from.template in<A>(), from_b = from.template in<B>(), both = from_a & from_b;
        const u64 a = step<2 * A>(men & from_a), b = step<2 * B>(men & from_b);
        ways = popcount(a) + popcount(b);
        if ((a | b) & (from_a | from_b))
            ways += popcount(a & both) + popcount(b & both) +
                    popcount(step<2 * A>(a & from_a) & both) + popcount(step<2 * B>(a & from_b) & both) +
                    popcount(step<2 * A>(b & from_a) & both) + popcount(step<2 * B>(b & from_b) & both);
        return ways;
    } else {
        each_direction<R>([&]<int D>() INLINE_LAMBDA {
            const u64 landings = step<2 * D>(men & from.template in<D>());
            ways += popcount(landings);
            second |= landings & from.template after<D>();
        });
        if (!second) return one_piece + ways;
        ways = 0;
        each_direction<R>([&]<int D>() INLINE_LAMBDA {
            const u64 landings = step<2 * D>(men & from.template in<D>());
            each_direction<R>([&]<int E>() INLINE_LAMBDA {
                if constexpr (E == -D) return;
                const u64 next = landings & from.template in<E>();
                ways += popcount(next);
                third |= step<2 * E>(next) & from.template after<E>();
            });
        });
        if (!third) return 2 * one_piece + ways;
        u64 best = 0;
        each_bit(men & from.any(), [&](u64 man) INLINE_LAMBDA {
            best = merge<R>(best, count_of_piece<R, Black, false>(man, opp, empty));
        });
        return best;
    }
}

// Pieces taken << 32 | captures, of the whole side.
template <class R, bool Black>
INLINE u64 count_captures(u64 own, u64 opp, u64 kings, u64 empty) {
    u64 best = count_men<R, Black>(own & ~kings, opp, empty);
    each_bit(own & kings, [&](u64 king) INLINE_LAMBDA {
        best = merge<R>(best, count_of_piece<R, Black, true>(king, opp, empty));
    });
    return best;
}

// Calls child(own, opp, kings) for the position after every legal capture; false if there is none.
template <class R, bool Black, bool Distinct, class F>
INLINE bool each_capture(u64 own, u64 opp, u64 kings, u64 empty, F&& child) {
    const Takeoffs<R, Black> from(opp, empty);
    const u64 men = own & ~kings & from.any(), royal = king_jumpers<R>(own & kings, opp, empty);
    if (!(men | royal)) return false;
    const int most = R::majority ? static_cast<int>(count_captures<R, Black>(men | royal, opp, kings, empty) >> 32) : 0;

    const auto man_child = [&](u64 man, u64 destination, u64 left) INLINE_LAMBDA {
        constexpr u64 crown = Black ? R::bottom : R::top;
        child((own ^ man) | destination, left, (kings & ~(opp ^ left)) | (destination & crown));
    };
    if (Distinct && most >= 4)
        each_bit(men, [&](u64 man) INLINE_LAMBDA {
            walk_distinct<R, Black, false>(man, opp, empty, most, [&](u64 destination, u64 left) { man_child(man, destination, left); });
        });
    else
        each_direction<R>([&]<int D>() INLINE_LAMBDA {
            const u64 landings = step<2 * D>(men & from.template in<D>()), going_on = landings & from.template after<D>();
            if (!R::majority || most == 1)
                each_bit(landings ^ going_on, [&](u64 landing) INLINE_LAMBDA {
                    man_child(step<-2 * D>(landing), landing, opp ^ step<-D>(landing));
                });
            each_bit(going_on, [&](u64 landing) INLINE_LAMBDA {
                const u64 man = step<-2 * D>(landing);
                walk_short<R, Black, false, D>(landing, opp ^ step<-D>(landing), empty | man, most - 1,
                                               [&](u64 destination, u64 left) INLINE_LAMBDA { man_child(man, destination, left); });
            });
        });

    each_bit(royal, [&](u64 king) INLINE_LAMBDA {
        const auto end = [&](u64 destination, u64 left) INLINE_LAMBDA {
            child((own ^ king) | destination, left, ((kings & ~(opp ^ left)) ^ king) | destination);
        };
        if (Distinct && (!R::majority || most >= 2)) walk_distinct<R, Black, true>(king, opp, empty, most, end);
        else walk_piece<R, Black, true>(king, opp, empty, most, end);
    });
    return true;
}

// ------------------------------------------------------------------------------------------------------ quiet moves

// The destinations of one king.
template <class R>
INLINE u64 king_moves(u64 king, u64 empty) {
    u64 moves = 0;
    each_direction<R>([&]<int D>() INLINE_LAMBDA {
        if constexpr (R::flying) moves |= run<R, D>(king, empty);
        else moves |= step<D>(king) & empty;
    });
    return moves;
}

// Calls child(own, opp, kings) for the position after every quiet move.
template <class R, bool Black, class F>
INLINE void each_quiet(u64 own, u64 opp, u64 kings, u64 empty, F&& child) {
    constexpr u64 crown = Black ? R::bottom : R::top;
    each_direction<R>([&]<int D>() INLINE_LAMBDA {
        if constexpr (is_forward<R, Black>(D))
            each_bit(own & ~kings & step<-D>(empty), [&](u64 man) INLINE_LAMBDA {
                const u64 destination = step<D>(man);
                child(own ^ man ^ destination, opp, kings | (destination & crown));
            });
    });
    each_bit(own & kings, [&](u64 king) INLINE_LAMBDA {
        each_bit(king_moves<R>(king, empty), [&](u64 destination) INLINE_LAMBDA {
            child(own ^ king ^ destination, opp, kings ^ king ^ destination);
        });
    });
}

// ------------------------------------------------------------------------------------------------------------ perft

// The number of legal captures.
template <class R, bool Black, bool Distinct>
INLINE u64 leaf_captures(u64 own, u64 opp, u64 kings, u64 empty) {
    const u64 count = count_captures<R, Black>(own, opp, kings, empty);
    const bool may_repeat = R::majority ? (count >> 32) >= (own & kings ? 2 : 4) : count && (own & kings);
    if (!Distinct || !may_repeat) return static_cast<std::uint32_t>(count);
    u64 leaves = 0;
    each_capture<R, Black, true>(own, opp, kings, empty, [&](u64, u64, u64) { ++leaves; });
    return leaves;
}

// The number of legal moves.
template <class R, bool Black, bool Distinct>
INLINE u64 leaf(u64 own, u64 opp, u64 kings) {
    const u64 empty = R::valid & ~(own | opp);
    if (const u64 captures = leaf_captures<R, Black, Distinct>(own, opp, kings, empty)) return captures;
    u64 moves = 0;
    each_direction<R>([&]<int D>() INLINE_LAMBDA {
        if constexpr (is_forward<R, Black>(D)) moves += popcount(step<D>(R::flying ? own & ~kings : own) & empty);
        else if constexpr (!R::flying) moves += popcount(step<D>(own & kings) & empty);
    });
    if constexpr (R::flying)
        each_bit(own & kings, [&](u64 king) INLINE_LAMBDA { moves += popcount(king_moves<R>(king, empty)); });
    return moves;
}

// Two plies, the first of them quiet, without making most of the moves. The opponent has no flying king and, before the
// move, no capture. Then a move changes his answers only around the square it leaves and the one it enters:
//   - a piece that enters a `hanging` square (opponent next to it, empty behind) can be taken, and so can one that
//     steps towards an opponent, because the square behind it is the one it has just left (`facing`);
//   - leaving a `guarded` square lets the opponent take the piece in front of it.
// Such a move is risky. All others are calm and keep the opponent's quiet moves but for those into the two squares. If no
// capture after a risky move may go on, their number follows from the same sets. So popcounts sum up both kinds, and
// only the chains are counted child by child.
template <class R, bool Black, bool Distinct>
INLINE u64 quiet_then_leaf(u64 own, u64 opp, u64 kings, u64 empty) {
    const u64 opp_kings = opp & kings;
    const auto walkers = [&]<int D>() INLINE_LAMBDA { return is_forward<R, !Black>(D) ? opp : opp_kings; };
    const auto takers = [&]<int D>() INLINE_LAMBDA { return may_jump<R, !Black, false, 0, D> ? opp : opp_kings; };
    const auto hanging = [&]<int D>() INLINE_LAMBDA { return step<D>(takers.template operator()<D>()) & step<-D>(empty); };
    const auto guarded = [&]<int D>() INLINE_LAMBDA { return step<2 * D>(takers.template operator()<D>()) & step<D>(own); };

    const Takeoffs<R, !Black> of_men(own, empty);
    const Takeoffs<R, !Black, true> of_kings(own, empty);
    u64 any_hanging = 0, any_guarded = 0, chain_hanging = 0, chain_guarded = 0, replies = 0;
    each_direction<R>([&]<int D>() INLINE_LAMBDA {
        const u64 on = opp_kings ? of_kings.template after<D>() : of_men.template after<D>();
        const u64 h = hanging.template operator()<D>(), g = guarded.template operator()<D>();
        any_hanging |= h, chain_hanging |= h & step<-D>(on);
        any_guarded |= g, chain_guarded |= g & on;
        replies += popcount(step<D>(walkers.template operator()<D>()) & empty);
    });

    u64 leaves = 0;
    each_direction<R>([&]<int D>() INLINE_LAMBDA {
        const u64 men = is_forward<R, Black>(D) ? own & ~kings : 0, movers = (R::flying ? men : men | (own & kings)) & step<-D>(empty);
        const u64 on = opp_kings ? of_kings.template after<-D>() : of_men.template after<-D>();
        const u64 facing = step<-2 * D>(takers.template operator()<-D>());
        const u64 risky = movers & (any_guarded | facing | step<-D>(any_hanging));
        const u64 chains = risky & (chain_guarded | (any_guarded & step<-2 * D>(empty)) | (facing & on) | step<-D>(chain_hanging));
        const u64 calm = movers ^ risky, simple = risky ^ chains;
        leaves += popcount(calm) * replies + popcount(simple & facing);
        each_direction<R>([&]<int E>() INLINE_LAMBDA {
            const u64 reached = step<E>(walkers.template operator()<E>());
            leaves += popcount(calm & reached);
            if constexpr (E == -D) return;
            leaves -= popcount(step<D>(calm) & reached);
            leaves += popcount(step<D>(simple) & hanging.template operator()<E>()) + popcount(simple & guarded.template operator()<E>());
        });
        each_bit(chains, [&](u64 man) INLINE_LAMBDA {
            const u64 after = own ^ man ^ step<D>(man);
            leaves += leaf_captures<R, !Black, Distinct>(opp, after, opp_kings, R::valid & ~(after | opp));
        });
    });
    if constexpr (R::flying)
        each_bit(own & kings, [&](u64 king) INLINE_LAMBDA {
            each_bit(king_moves<R>(king, empty), [&](u64 destination) INLINE_LAMBDA {
                leaves += leaf<R, !Black, Distinct>(opp, own ^ king ^ destination, opp_kings);
            });
        });
    return leaves;
}

// Whether the side has a capture, or a flying king that could get one from afar.
template <class R, bool Black>
INLINE bool is_threat(u64 own, u64 opp, u64 kings, u64 empty) {
    const u64 men = Takeoffs<R, Black>(opp, empty).any() & own;
    if constexpr (R::flying) return men | (own & kings);
    else return men | (Takeoffs<R, Black, true>(opp, empty).any() & own & kings);
}

template <class R, bool Black, bool Distinct>
u64 perft(u64 own, u64 opp, u64 kings, int depth) {
    const u64 empty = R::valid & ~(own | opp);
    u64 leaves = 0;
    if (depth == 2) {
        if (each_capture<R, Black, Distinct>(own, opp, kings, empty, [&](u64 o, u64 p, u64 k) INLINE_LAMBDA {
                leaves += leaf<R, !Black, Distinct>(p, o, k);
            }))
            return leaves;
        if (is_threat<R, !Black>(opp, own, kings, empty)) {
            each_quiet<R, Black>(own, opp, kings, empty, [&](u64 o, u64 p, u64 k) INLINE_LAMBDA {
                leaves += leaf<R, !Black, Distinct>(p, o, k);
            });
            return leaves;
        }
        // Without kings most of the sets vanish at compile time.
        return kings ? quiet_then_leaf<R, Black, Distinct>(own, opp, kings, empty)
                     : quiet_then_leaf<R, Black, Distinct>(own, opp, 0, empty);
    }
    const auto child = [&](u64 o, u64 p, u64 k) INLINE_LAMBDA { leaves += perft<R, !Black, Distinct>(p, o, k, depth - 1); };
    if (!each_capture<R, Black, Distinct>(own, opp, kings, empty, child)) each_quiet<R, Black>(own, opp, kings, empty, child);
    return leaves;
}

template <class R, bool Black, bool Distinct>
u64 root(u64 own, u64 opp, u64 kings, int depth) {
    if (depth == 0) return 1;
    return depth == 1 ? leaf<R, Black, Distinct>(own, opp, kings) : perft<R, Black, Distinct>(own, opp, kings, depth);
}

template <class R>
u64 run_perft(u64 white, u64 black, u64 kings, bool black_to_move, int depth, bool distinct) {
    const auto colour = black_to_move ? (distinct ? root<R, true, true> : root<R, true, false>)
                                      : (distinct ? root<R, false, true> : root<R, false, false>);
    white = R::from_plain(white), black = R::from_plain(black), kings = R::from_plain(kings);
    return black_to_move ? colour(black, white, kings, depth) : colour(white, black, kings, depth);
}

}  // namespace

// Words in plain square order: bit n - 1 is square n.
extern "C" std::uint64_t draughts_perft(int variant, std::uint64_t white, std::uint64_t black, std::uint64_t kings,
                                        int black_to_move, int depth, int distinct) {
    return variant == 0 ? run_perft<American>(white, black, kings, black_to_move, depth, distinct)
                        : run_perft<International>(white, black, kings, black_to_move, depth, distinct);
}

#ifndef LIBRARY

namespace {

struct Position {
    u64 white = 0, black = 0, kings = 0;
    bool black_to_move = false;
};

// Reads "B:W21,22,K30:B1,K2".
std::optional<Position> parse_fen(std::string_view fen, int squares) {
    if (fen.size() < 2 || (fen[0] != 'W' && fen[0] != 'B') || fen[1] != ':') return {};
    Position position{.black_to_move = fen[0] == 'B'};
    u64* side = nullptr;
    for (std::size_t at = 1; at < fen.size();) {
        if (fen[at] == ':') {
            if (at + 1 == fen.size() || (fen[at + 1] != 'W' && fen[at + 1] != 'B')) return {};
            side = fen[at + 1] == 'W' ? &position.white : &position.black;
            at += 2;
            if (at == fen.size() || fen[at] == ':') continue;  // a side without pieces
        } else if (fen[at++] != ',') {
            return {};
        }
        const bool king = at < fen.size() && fen[at] == 'K';
        int square = 0;
        const auto [end, error] = std::from_chars(fen.data() + at + king, fen.data() + fen.size(), square);
        if (error != std::errc{} || square < 1 || square > squares) return {};
        const u64 bit = u64{1} << (square - 1);
        if ((position.white | position.black) & bit) return {};
        *side |= bit;
        if (king) position.kings |= bit;
        at = static_cast<std::size_t>(end - fen.data());
    }
    return position;
}

constexpr u64 plain_range(int first, int last) { return ((u64{1} << (last - first + 1)) - 1) << (first - 1); }

double thread_seconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

int usage(const char* complaint) {
    std::fprintf(stderr, "perft: %s\nusage: perft american|international DEPTH [FEN] [--distinct]\n", complaint);
    return 2;
}

}  // namespace

int main(int argc, char** argv) {
    std::vector<std::string_view> words(argv + 1, argv + argc);
    const bool distinct = std::erase(words, "--distinct") > 0;
    if (words.size() < 2 || words.size() > 3) return usage("wrong number of arguments");

    const bool american = words[0] == "american";
    if (!american && words[0] != "international") return usage("unknown variant");

    int depth = -1;
    const auto [end, error] = std::from_chars(words[1].data(), words[1].data() + words[1].size(), depth);
    if (error != std::errc{} || end != words[1].data() + words[1].size() || depth < 0) return usage("bad depth");

    const Position initial = american ? Position{plain_range(21, 32), plain_range(1, 12), 0, true}
                                      : Position{plain_range(31, 50), plain_range(1, 20), 0, false};
    const auto position = words.size() == 3 ? parse_fen(words[2], american ? 32 : 50) : initial;
    if (!position) return usage("bad FEN");

    const double start = thread_seconds();
    const u64 nodes = draughts_perft(!american, position->white, position->black, position->kings,
                                     position->black_to_move, depth, distinct);
    const double seconds = thread_seconds() - start;
    std::printf("{\"variant\": \"%s\", \"depth\": %d, \"nodes\": %llu, \"cpu_seconds\": %.6f, \"distinct\": %s}\n",
                words[0].data(), depth, static_cast<unsigned long long>(nodes), seconds, distinct ? "true" : "false");
}

#endif
